"""What the algorithms share and no subject owns: checks of arguments, memory limits, tolerances and numerical kernels."""
