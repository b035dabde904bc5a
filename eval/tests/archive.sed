# What differs from one computer to the next in what the archive's programs print.
s/on machine <[^>]*>/on machine <HOST>/g
s/machine [^ ]+   tid/machine HOST   tid/
s/hello, world from .*/hello, world from HOST/
s,(^|] |    )[^ ]*/([a-z0-9.]+) ,\1\2 ,
s/(gs|hello)\.pvm/\1/g
s/server = [^ ]+/server = HOST/
s/ on <[^>]*> id/ on <HOST> id/
# A program in Fortran that divides by a time says so when it stops, if that time was zero.
/^ *Note: The following floating-point exceptions are signalling:/d
