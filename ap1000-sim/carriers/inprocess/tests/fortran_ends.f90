! fortran_ends.f90 - seven tasks of Fortran that end in seven ways.
program fortran_ends
  implicit none
  include 'fpvm3.h'
  integer :: tid, parent, n, tids(7), info, i, k, a(3)
  real :: z
  integer, pointer :: p
  character(len=200) :: self
  namelist /group/ k, z
  call get_command_argument(0, self)
  call pvmfmytid(tid)
  call pvmfparent(parent)
  if (parent < 0) then
    call pvmfcatchout(1, info)
    do i = 1, 7
      call pvmfspawn(trim(self), PVMDEFAULT, '*', 1, tids(i), n)
      call pvmfinitsend(PVMDEFAULT, info)
      call pvmfpack(INTEGER4, i, 1, 1, info)
      call pvmfsend(tids(i), 2, info)
    end do
    call pvmfnotify(PVMTASKEXIT, 9, 7, tids, info)
    do i = 1, 7
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
    case (7)
      nullify (p)
      p = 1
    end select
  end if
  call pvmfexit(info)
end program
