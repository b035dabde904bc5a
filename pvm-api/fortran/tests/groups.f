! The group calls, over four tasks; the first to join reports.
      program groups
      implicit none
      include 'fpvm3.h'
      integer N, ROOT
      parameter (N = 4, ROOT = 0)
      integer me, parent, inum, i, info, mid, tids(N), numt
      integer column(3), matrix(3, N), sums(N), total(3)
      real*8 best(2)
      character*200 self
      character*12 name
      external PvmSum, PvmMax, PvmMin, PvmProduct, MaxLoc
      data name /'fortrangroup'/
      call get_command_argument(0, self)
      call pvmfmytid(me)
      call pvmfparent(parent)
      call pvmfsetopt(PVMAUTOERR, 0, info)
      if (parent .lt. 0) then
        call pvmfgsize('no group', info)
        print *, 'gsize', info
        call pvmflvgroup('no group', info)
        print *, 'lvgroup', info
        call pvmfjoingroup(' ', info)
        print *, 'joingroup', info
        call pvmfjoingroup(name//'   ', inum)
        print *, 'joingroup', inum
        call pvmfjoingroup(name, info)
        print *, 'joingroup', info
        call pvmfspawn(self, PVMDEFAULT, '*', N - 1, tids, numt)
        print *, 'spawn', numt
      else
        call pvmfjoingroup(name, inum)
      end if
      call pvmffreezegroup(name, N, info)
      if (parent .lt. 0) print *, 'freezegroup', info
      call pvmfbarrier(name, N, info)
      if (inum .eq. ROOT) then
        print *, 'barrier', info
        call pvmfgsize(name, i)
        print *, 'gsize', i
        call pvmfgetinst(name, me, i)
        print *, 'getinst', i
        call pvmfgettid(name, 0, i)
        print *, 'gettid', i .eq. me
        call pvmfgettid(name, 9, i)
        print *, 'gettid', i
        call pvmfinitsend(PVMDATADEFAULT, mid)
        call pvmfpack(INTEGER4, 321, 1, 1, info)
        call pvmfbcast(name, 5, info)
        print *, 'bcast', info
        i = 321
      else
        call pvmfrecv(-1, 5, mid)
        call pvmfunpack(INTEGER4, i, 1, 1, info)
      end if
      matrix = 0
      if (inum .eq. ROOT) matrix = reshape((/(i, i = 1, 12)/),
     &  (/3, N/))
      call pvmfscatter(column, matrix, 3, INTEGER4, 6, name, ROOT,
     &  info)
      if (inum .eq. ROOT) print *, 'scatter', column, info
      i = sum(column)
      call pvmfgather(sums, i, 1, INTEGER4, 7, name, ROOT, info)
      if (inum .eq. ROOT) print *, 'gather', sums, info
      total = column
      call pvmfreduce(PvmSum, total, 3, INTEGER4, 8, name, ROOT, info)
      if (inum .eq. ROOT) print *, 'sum', total, info
      total = column
      call pvmfreduce(PvmMax, total, 3, INTEGER4, 9, name, ROOT, info)
      if (inum .eq. ROOT) print *, 'max', total, info
      total = column
      call pvmfreduce(PvmMin, total, 3, INTEGER4, 10, name, ROOT, info)
      if (inum .eq. ROOT) print *, 'min', total, info
      total = column
      call pvmfreduce(PvmProduct, total, 3, INTEGER4, 11, name, ROOT,
     &  info)
      if (inum .eq. ROOT) print *, 'product', total, info
      best(1) = mod(7 * inum + 3, 5)
      best(2) = inum
      call pvmfreduce(MaxLoc, best, 2, REAL8, 12, name, ROOT, info)
      if (inum .eq. ROOT) print *, 'own function', best, info
      call PvmSum(INTEGER4, total, column, 3, info)
      if (inum .eq. ROOT) print *, 'PvmSum', total, info
      call pvmfbarrier(name, N, info)
      call pvmflvgroup(name, info)
      if (parent .lt. 0) print *, 'lvgroup', info
      call pvmfexit(info)
      end

! The greater first item, and the second one that belongs to it.
      subroutine MaxLoc(datatype, x, y, num, info)
      implicit none
      include 'fpvm3.h'
      integer datatype, num, info
      real*8 x(*), y(*)
      info = PvmBadParam
      if (datatype .ne. REAL8 .or. num .ne. 2) return
      if (y(1) .gt. x(1)) then
        x(1) = y(1)
        x(2) = y(2)
      end if
      info = PvmOk
      end
