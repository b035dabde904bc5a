! fortran_ends.f90 - six tasks of Fortran that end in six ways.
program fortran_ends
  implicit none
  include 'fpvm3.h'
  integer :: tid, parent, n, tids(6), info, i, k, a(3)
  real :: z
  character(len=200) :: self
  namelist /group/ k, z
  call get_command_argument(0, self)
  call pvmfmytid(tid)
  call pvmfparent(parent)
  if (parent < 0) then
    call pvmfcatchout(1, info)
    do i = 1, 6
      call pvmfspawn(trim(self), PVMDEFAULT, '*', 1, tids(i), n)
      call pvmfinitsend(PVMDEFAULT, info)
      call pvmfpack(INTEGER4, i, 1, 1, info)
      call pvmfsend(tids(i), 2, info)
    end do
    call pvmfnotify(PVMTASKEXIT, 9, 6, tids, info)
    do i = 1, 6
      call pvmfrecv(-1, 9, info)
    end do
    print *, 'all gone'
  else
    call pvmfrecv(parent, 2, info)
    call pvmfunpack(INTEGER4, i, 1, 1, info)
    write (*, *) 'task', i
    z = 0
    k = 3
    select case (i)
    case (1)
      stop 3
    case (2)
      z = 1 / z
      write (*, *) z
      stop 'with a text'
    case (3)
      error stop 4
    case (4)
      open (12, file='/no/such/file', status='old')
    case (5)
      write (*, nml=group)
      call exit(7)
    case (6)
      a(1) = k
      open (13, form='unformatted', status='scratch')
      write (13) a, z
      inquire (13, size=k)
      print *, k
      call abort
    end select
  end if
  call pvmfexit(info)
end program
