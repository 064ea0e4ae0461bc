#include "harness/program.h"

int main(int argc, char** argv) { return retime::run_program(argc, argv); }
