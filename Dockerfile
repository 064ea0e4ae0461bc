# retime in a container. Needs packages alone: apt's and PyPI's.
#   docker build -t retime .                                      the emulation, on any machine
#   docker build -t retime-cuda --build-arg BASE=nvidia/cuda:13.0.1-devel-ubuntu24.04 --build-arg CUDA=ON .
#                                                                 for a GPU too, which the building machine need not have
#   docker build -t retime-cuda --build-arg CUDA=ON .             the same with the toolkit from its PyPI wheels
#   docker run --gpus all -v "$PWD/runs:/runs" retime-cuda build/bin/retime run --out /runs/quick
ARG BASE=ubuntu:24.04
FROM ${BASE}
ARG CUDA=OFF
WORKDIR /retime
COPY . .
RUN RETIME_CUDA=${CUDA} ./run_all.sh setup build && rm -rf /var/lib/apt/lists/*
CMD ["./run_all.sh", "report"]
