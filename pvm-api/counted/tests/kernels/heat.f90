! heat.f90 - a plate in Fortran: two-dimensional arrays, dummy arguments.
subroutine sweep(u, v, n, m, change)
  integer, intent(in) :: n, m
  double precision, intent(in) :: u(n, m)
  double precision, intent(inout) :: v(n, m)
  double precision, intent(out) :: change
  integer :: i, j
  change = 0
  do j = 2, m - 1
    do i = 2, n - 1
      v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
      change = change + abs(v(i, j) - u(i, j))
    end do
  end do
end subroutine

program heat
  integer, parameter :: n = 50, m = 40
  double precision :: u(n, m), v(n, m), change
  integer :: r, i, j
  do j = 1, m
    do i = 1, n
      u(i, j) = 0
      v(i, j) = 0
    end do
  end do
  do j = 1, m
    u(1, j) = 1
    v(1, j) = 1
  end do
  do r = 1, 20
    call sweep(u, v, n, m, change)
    call sweep(v, u, n, m, change)
  end do
  if (change < 0) stop 1
  print *, int(1000 * u(3, m / 2))
end program
