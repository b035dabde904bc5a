! Every type of pvmfpack and pvmfunpack, strides, strings, lengths in each
! encoding, and what is refused.
      program pack
      implicit none
      include 'fpvm3.h'
      integer e, me, mid, info
      call pvmfmytid(me)
      call pvmfsetopt(PVMAUTOERR, 0, info)
      do e = PVMDATADEFAULT, PVMDATAINPLACE
        print *, 'encoding', e
        call pvmfinitsend(e, mid)
        call types(e, me)
        call pvmfinitsend(e, mid)
        call texts(me)
      end do
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call refused
      call pvmfexit(info)
      print *, 'exit', info
      end

      subroutine length(what)
      implicit none
      include 'fpvm3.h'
      character*(*) what
      integer mid, bytes, tag, tid, info
      call pvmfgetsbuf(mid)
      call pvmfbufinfo(mid, bytes, tag, tid, info)
      print *, what, bytes, info
      end

! Two items, every second one, come out side by side or (only the default
! encoding of PVM 3.4.6 can) with a gap that stays as it was.
      subroutine types(encoding, me)
      implicit none
      include 'fpvm3.h'
      integer encoding, me, info, mid, step, up, i, e
      integer*1 b(4)
      integer*2 h(4)
      integer*4 w(4)
      real*4 r(4)
      real*8 d(4)
      complex*8 c(4)
      complex*16 z(4)
      data b, h, w /1, 2, 3, 4, -5, 6, 32000, 8, -9, 10, 11, 12/
      data r, d /1.5, 2.5, -3.5, 4.5, 5.5d0, 6.5d100, -7.5d-9, 8.5d0/
      do i = 1, 4
        c(i) = cmplx(i + 0.25, -i)
        z(i) = dcmplx(i * 1.0d40, -i * 0.5d0)
      end do
      step = 2
      up = 1
      if (encoding .eq. PVMDATADEFAULT) up = 3
! In place only what lies together can be sent.
      call pvmfpack(INTEGER4, w, 0, 1, info)
      call pvmfpack(INTEGER4, w, 1, 2, info)
      if (info .eq. PvmNotImpl) step = 1
      print *, 'stride', step, info
      call pvmfpack(BYTE1, b, 2, step, info)
      print *, 'byte', info
      call pvmfpack(INTEGER2, h, 2, step, info)
      print *, 'short', info
      call pvmfpack(INTEGER4, w, 2, step, info)
      print *, 'int', info
      call pvmfpack(REAL4, r, 2, step, info)
      print *, 'real', info
      call pvmfpack(REAL8, d, 2, step, info)
      print *, 'double', info
      call pvmfpack(COMPLEX8, c, 2, step, info)
      print *, 'complex', info
      call pvmfpack(COMPLEX16, z, 2, step, info)
      print *, 'double complex', info
      call length('types:')
      call pvmfsend(me, 1, info)
      call pvmfrecv(me, 1, mid)
      if (step .eq. 2) call pvmfunpack(INTEGER4, e, 1, 1, info)
      do i = 1, 4
        b(i) = 0
        h(i) = 0
        w(i) = 0
        r(i) = 0
        d(i) = 0
        c(i) = 0
        z(i) = 0
      end do
      call pvmfunpack(BYTE1, b, 2, up, info)
      print *, b, info
      call pvmfunpack(INTEGER2, h, 2, up, info)
      print *, h, info
      call pvmfunpack(INTEGER4, w, 2, up, info)
      print *, w, info
      call pvmfunpack(REAL4, r, 2, up, info)
      print *, r, info
      call pvmfunpack(REAL8, d, 2, up, info)
      print *, d, info
      call pvmfunpack(COMPLEX8, c, 2, up, info)
      print *, c, info
      call pvmfunpack(COMPLEX16, z, 2, up, info)
      print *, z, info
      call pvmfunpack(INTEGER4, e, 1, 1, info)
      print *, 'at the end', info
      end

! A text is its characters and nothing else.
      subroutine texts(me)
      implicit none
      include 'fpvm3.h'
      integer me, mid, info
      character*12 s
      call pvmfpack(STRING, 'hello', 5, 1, info)
      print *, 'string', info
      call length('5:')
      call pvmfpack(STRING, 'hi   ', 5, 1, info)
      call length('5 with blanks:')
      call pvmfpack(STRING, 'none', 0, 1, info)
      print *, 'none', info
      call length('0:')
      call pvmfsend(me, 2, info)
      call pvmfrecv(me, 2, mid)
      s = 'zzzzzzzzzzzz'
      call pvmfunpack(STRING, s, 5, 1, info)
      print *, info, '[', s, ']'
      s = 'zzzzzzzzzzzz'
      call pvmfunpack(BYTE1, s, 5, 1, info)
      print *, info, '[', s, ']'
      call pvmfunpack(STRING, s, 0, 1, info)
      print *, info, '[', s, ']'
      call pvmfunpack(STRING, s, 1, 1, info)
      print *, info
      end

      subroutine refused
      implicit none
      include 'fpvm3.h'
      integer i, what, info, kinds(4)
      data kinds /-1, 9, 99, 12/
      do i = 1, 4
        what = kinds(i)
        call pvmfpack(what, info, 1, 1, info)
        print *, 'pack', kinds(i), info
        call pvmfunpack(what, info, 1, 1, info)
        print *, 'unpack', kinds(i), info
      end do
      call pvmfpack(STRING, 'abc', -1, 1, info)
      print *, 'pack -1', info
      call pvmfpack(INTEGER4, i, -1, 1, info)
      print *, 'pack -1', info
      call length('refused:')
      end
