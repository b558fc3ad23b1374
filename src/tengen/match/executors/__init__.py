"""Where games are played: in this process, on workers of dask, on a SLURM cluster."""
