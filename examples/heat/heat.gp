# Picture of heat.dat, which ./heat writes: temperature as colour, isotherms every 10 degC (5, 15, ...).
# gnuplot heat.gp             makes heat.png and heat.svg
# gnuplot -c heat.gp jacobi   of jacobi.dat (ompc, jpi)
name = ARGC > 0 ? ARG1 : 'heat'
set encoding utf8
set size ratio -1
set autoscale xfix
set autoscale yfix
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
splot name.'.dat' using 1:2:3
unset table

draw = "plot name.'.dat' using 1:2:3 with image, $isotherms using 1:2 with lines linecolor 'white' linewidth 1.2"
set terminal pngcairo size 800, 640 font 'DejaVu Sans,13'
set output name.'.png'
@draw
set terminal svg size 800, 640 font 'DejaVu Sans,13'
set output name.'.svg'
@draw
