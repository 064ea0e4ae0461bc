"""Claims of papers, how they are measured, and the verdict on each."""
