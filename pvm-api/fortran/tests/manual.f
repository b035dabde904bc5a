! What PVM 3.4.6 has on its manual pages only, or does in another way than
! they say: the lines expected are derived from the pages, by hand.
      program manual
      implicit none
      include 'fpvm3.h'
      integer me, mid, outer, inner, info, i, ctx, other
      integer len, c, tag, wid, enc, crc, src, dst
      integer*8 wide, back
      call pvmfmytid(me)
      call pvmfserror(0, i)
      print *, 'serror', i
      call pvmfgetopt(PVMROUTE, i)
      call pvmfadvise(PVMDONTROUTE, info)
      print *, 'advise', info .eq. i
! mailboxes, an entry a call
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfputinfo('alpha', mid, PVMMBOXMULTIINSTANCE, i)
      call pvmfputinfo('alpha', mid, PVMMBOXMULTIINSTANCE, i)
      call pvmfputinfo('beta', mid, PVMMBOXDEFAULT, i)
      info = 0
      do i = 1, 4
        call entry('*', me, info)
      end do
      call entry('beta', me, info)
      info = -1
      call entry('alpha', me, info)
      info = -1
      call entry('nonsuch', me, info)
! a context that is freed is not one that is entered
      call pvmfnewcontext(ctx)
      call pvmffreecontext(ctx, info)
      call pvmfgetcontext(other)
      print *, 'freecontext', info, other
! eight bytes stay eight bytes
      wide = 1234567890123_8
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfpack(INTEGER8, wide, 1, 1, info)
      call pvmfsetminfo(mid, 0, 5, 77, me, me, info)
      print *, 'setminfo', info
      call pvmfmkbuf(PVMDATADEFAULT, outer)
      call pvmfsetsbuf(outer, i)
      call pvmfpkmesg(mid, info)
      print *, 'pkmesg', info
      call pvmfsend(me, 6, info)
      call pvmfrecv(me, 6, outer)
      call pvmfsetrbuf(0, i)
      call pvmfupkmesg(outer, inner)
      call pvmfgetrbuf(i)
      print *, 'upkmesg', inner .gt. 0, i
      call pvmfgetminfo(inner, len, c, tag, wid, enc, crc, src, dst,
     &  info)
      print *, 'getminfo', len, c, wid, info
      call pvmfsetrbuf(inner, i)
      call pvmfunpack(INTEGER8, back, 1, 1, info)
      print *, 'INTEGER8', back, info
      call pvmfgetminfo(9999, len, c, tag, wid, enc, crc, src, dst,
     &  info)
      print *, 'getminfo', info
      call pvmftidtoh(me, i)
      call pvmftidtohost(me, c)
      print *, 'tidtoh', i .eq. c
      call pvmfexit(info)
      end

      subroutine entry(pattern, me, info)
      implicit none
      include 'fpvm3.h'
      character*(*) pattern
      character*6 name
      integer me, info, classes, entries, index, owner, flags
      name = 'unset'
      classes = -9
      entries = -9
      index = -9
      owner = 0
      flags = -9
      call pvmfgetmboxinfo(pattern, name, classes, entries, index,
     &  owner, flags, info)
      print *, '[', name, ']', classes, entries, index, owner .eq. me,
     &  flags, info
      end
