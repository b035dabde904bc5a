! fortran_units.f90 - a program and three tasks with units of Fortran of their own: standard ones, a file, a scratch file.
program fortran_units
  implicit none
  include 'fpvm3.h'
  integer :: tid, parent, n, tids(3), info, i, bufid, total
  real(8) :: x(3)
  real(16) :: q
  character(len=20) :: line
  character(len=200) :: self
  call get_command_argument(0, self)
  call pvmfmytid(tid)
  call pvmfparent(parent)
  if (parent < 0) then
    call pvmfcatchout(1, info)
    print *, 'master', tid
    call pvmfspawn(trim(self), PVMDEFAULT, '*', 3, tids, n)
    print *, 'spawned', n
    do i = 1, n
      call pvmfrecv(tids(i), 1, bufid)
      call pvmfunpack(REAL8, x, 3, 1, info)
      write (*, '(a,i3,3f10.4)') 'got', i, x
    end do
    open (10, status='scratch')
    write (10, *) 'a line', 42
    rewind (10)
    read (10, '(a)') line
    print *, 'line:', line
    close (10)
  else
    total = 0
    do i = 1, 1000
      total = total + i
    end do
    write (*, *) 'task', tid, total
    write (0, *) 'an error of', tid
    q = sqrt(2.0_16)
    write (*, *) q
    x = (/ sqrt(dble(mod(tid, 100))), 2d0, sin(1d0) /)
    call pvmfinitsend(PVMDEFAULT, info)
    call pvmfpack(REAL8, x, 3, 1, info)
    call pvmfsend(parent, 1, info)
    do i = 1, 400
      write (*, *) 'many lines', i, x(1) * i
    end do
    write (line, '(a,i0)') 'units.', tid
    open (11, file=trim(line))
    write (11, *) 'in a file', tid
    close (11, status='delete')
    open (12, status='scratch', form='unformatted')
    write (12) x, tid
    read (*, *, iostat=info) i
    print *, 'iostat', info
  end if
  call pvmfexit(info)
end program
