! Names: trailing blanks, NUL, empty ones, the longest; pvmfperror.
      program texts
      implicit none
      include 'fpvm3.h'
      integer me, a, b, i, info, tids(2)
      character*400 long
      call pvmfmytid(me)
      call pvmfarchcode('nonsuch  ', i)
      print *, 'archcode', i
      call pvmfperror('blanks stay   ', info)
      print *, 'perror', info
      call pvmfperror('', info)
      print *, 'perror', info
      call pvmfsetopt(PVMAUTOERR, 0, info)
      print *, 'autoerr was', info
      call pvmfarchcode('LINUX64', a)
      call pvmfarchcode('LINUX64      ', b)
      print *, 'blanks', a .eq. b, a .gt. 0
      long = 'LINUX64'
      call pvmfarchcode(long, b)
      print *, 'many blanks', a .eq. b
      call pvmfarchcode('LINUX64'//char(0)//'rest', b)
      print *, 'NUL', a .eq. b
      call pvmfarchcode(' LINUX64', b)
      print *, 'blank before', b
      call pvmfarchcode('', b)
      print *, 'empty', b
      call pvmfarchcode('   ', b)
      print *, 'all blank', b
      call pvmfmstat('nonsuch.invalid', i)
      print *, 'mstat', i
      call pvmfmstat('   ', i)
      print *, 'mstat', i
      call pvmfspawn('no.such.program ', PVMDEFAULT, '*', 2, tids,
     &  info)
      print *, 'spawn', info, tids
      call pvmfspawn('no.such.program', PVMTASKHOST, 'nohost ', 1,
     &  tids, info)
      print *, 'spawn', info, tids(1)
      call pvmfspawn('no.such.program', PVMTASKARCH, 'NOARCH', 1,
     &  tids, info)
      print *, 'spawn', info, tids(1)
      long = repeat('y', 400)
      do i = 255, 258
        call pvmfarchcode(long(1:i), a)
        call pvmfrecvinfo(long(1:i), 0, PVMMBOXDEFAULT, b)
        print *, i, a, b
        call pvmfmstat(long(1:i), a)
        call pvmfdelinfo(long(1:i), 0, 0, b)
        print *, i, a, b
        call pvmfspawn(long(1:i), PVMDEFAULT, '*', 1, tids, a)
        call pvmfspawn('no.such.program', 1, long(1:i), 1, tids, b)
        print *, i, a, b
      end do
      do i = 30, 33
        call pvmfgsize(long(1:i), a)
        call pvmfjoingroup(long(1:i), b)
        print *, i, a, b
      end do
      call pvmfaddhost(long, info)
      print *, 'addhost', info
      call pvmfdelhost(long, info)
      print *, 'delhost', info
      call pvmfdelhost('nonsuch.invalid', info)
      print *, 'delhost', info
      call pvmfstartpvmd('-n  name', 0, info)
      print *, 'startpvmd', info
      call pvmfexit(info)
      end
