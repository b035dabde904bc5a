      program sumf
      include 'fpvm3.h'
      integer me, tid, n, info, parent
      call pvmfmytid(me)
      call pvmfparent(parent)
      n = 5
      if (parent .gt. 0) then
        call pvmfinitsend(PVMDEFAULT, info)
        call pvmfpack(INTEGER4, n, 1, 1, info)
        call pvmfsend(parent, 2, info)
      else
        call pvmfspawn('sumf', PVMDEFAULT, '*', 1, tid, info)
        call pvmfrecv(tid, 2, info)
        call pvmfunpack(INTEGER4, n, 1, 1, info)
        print '(a, i2)', 'sum', n
      endif
      call pvmfexit(info)
      end
