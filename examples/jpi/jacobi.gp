# Picture of jacobi.dat, which Jacobi writes: temperature as colour, isotherms every 10 degC (5, 15, ...).
# gnuplot jacobi.gp   makes jacobi.png and jacobi.svg
set encoding utf8
set size ratio -1
set xrange [0:1]
set yrange [0:1]
set xlabel 'x (m)'
set ylabel 'y (m)'
set tics out nomirror
set cblabel 'temperature (°C)'
set cbrange [0:100]
set cbtics 20
set palette defined (0 '#0d0887', 1 '#6a00a8', 2 '#b12a90', 3 '#e16462', 4 '#fca636', 5 '#f0f921') # plasma
unset key

set table $isotherms
set contour base
unset surface
set cntrparam levels incremental 5, 10, 95
splot 'jacobi.dat' using 1:2:3
unset table

draw = "plot 'jacobi.dat' using 1:2:3 with image, $isotherms using 1:2 with lines linecolor 'white' linewidth 1.2"
set terminal pngcairo size 800, 640 font 'DejaVu Sans,13'
set output 'jacobi.png'
@draw
set terminal svg size 800, 640 font 'DejaVu Sans,13'
set output 'jacobi.svg'
@draw
