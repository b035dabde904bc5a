! Lists given one item a call: tasks, siblings. (Hosts differ in number.)
      program lists
      implicit none
      include 'fpvm3.h'
      integer me, parent, i, n, info, tids(2), mid
      character*200 self
      call get_command_argument(0, self)
      call pvmfmytid(me)
      call pvmfparent(parent)
      if (parent .gt. 0) then
        call pvmfsiblings(n, 1, tids(2))
        call pvmfsiblings(n, 0, tids(1))
        call pvmfinitsend(PVMDATARAW, mid)
        call pvmfpack(INTEGER4, n, 1, 1, info)
        i = 0
        if (tids(1) .eq. me) i = 1
        if (tids(2) .eq. me) i = 2
        call pvmfpack(INTEGER4, i, 1, 1, info)
        call pvmfsend(parent, 1, info)
        call pvmfrecv(parent, 2, mid)
        call pvmfexit(info)
        stop
      end if
      print *, 'parent', parent
      call pvmfsetopt(PVMAUTOERR, 0, info)
      call siblings_of_one(me)
      call hosts
      call pvmfspawn(self, PVMDEFAULT, '*', 2, tids, n)
      print *, 'spawn', n
      do i = 1, 2
        call pvmfrecv(tids(i), 1, mid)
        call pvmfunpack(INTEGER4, n, 1, 1, info)
        print *, 'siblings', n
        call pvmfunpack(INTEGER4, n, 1, 1, info)
        print *, 'place', n
      end do
      n = 0
      do i = 1, 7
        if (i .eq. 6) n = -1
        call one(0, n, me, tids, self)
      end do
      call one(0, n, me, tids, self)
      call pvmfinitsend(PVMDATARAW, mid)
      call pvmfmcast(2, tids, 2, info)
      print *, 'mcast', info
      n = -1
      call one(me, n, me, tids, self)
      call one(me, n, me, tids, self)
      n = 7
      call pvmftasks(5, n, i, i, i, i, self, info)
      print *, 'no task', n, info
      call pvmfexit(info)
      print *, 'exit', info
      end

      subroutine one(where, n, me, tids, self)
      implicit none
      include 'fpvm3.h'
      integer where, n, me, tids(2), tid, parent, dtid, flag, info, h
      character*200 self, name
      character*3 who
      name = 'unset'
      tid = 0
      call pvmftasks(where, n, tid, parent, dtid, flag, name, info)
      who = '?'
      if (tid .eq. me) who = 'me'
      if (tid .eq. tids(1)) who = '1st'
      if (tid .eq. tids(2)) who = '2nd'
      call pvmftidtohost(tid, h)
      print *, n, who, parent .eq. me, parent .eq. 0, h .eq. dtid,
     &  name .eq. self, name .eq. ' ', info
      end

      subroutine siblings_of_one(me)
      implicit none
      integer me, n, tid, i
      do i = -2, 1
        tid = 99
        call pvmfsiblings(n, i, tid)
        if (tid .eq. me) tid = 0
        print *, 'siblings', n, i, tid
      end do
      end

! After as many calls as there are hosts comes the first again.
      subroutine hosts
      implicit none
      include 'fpvm3.h'
      integer i, n, formats, dtid, speed, info, first, distinct, last
      character*40 name, name1
      character*9 arch
      n = -1
      call pvmfconfig(n, formats, first, name1, arch, speed, info)
      print *, 'hosts', n .ge. 1, formats, arch, speed, info
      last = first
      distinct = 1
      do i = 2, n
        call pvmfconfig(n, formats, dtid, name, arch, speed, info)
        if (dtid .gt. last .and. info .eq. 1) distinct = distinct + 1
        last = dtid
      end do
      print *, 'all seen', distinct .eq. n
      call pvmfconfig(n, formats, dtid, name, arch, speed, info)
      print *, 'again', dtid .eq. first, name .eq. name1, info
      n = -1
      call pvmfconfig(n, formats, dtid, name, arch, speed, info)
      print *, 'anew', dtid .eq. first, name .eq. name1, info
      end
