! The calls that are one C call each, in one task that sends to itself.
      program calls
      implicit none
      include 'fpvm3.h'
      integer me, info, i, j, k(4), mid, old, ctx, from, tag, len
      integer sec, usec, dsec, dusec
      external handler
      call pvmfmytid(me)
      call pvmfparent(i)
      print *, 'parent', i
      call pvmfsetopt(PVMAUTOERR, 0, i)
      print *, 'autoerr', i
      call pvmfgetopt(PVMAUTOERR, i)
      print *, 'autoerr', i
      call pvmfsetopt(999, 0, i)
      print *, 'setopt', i
      call pvmfgetopt(999, i)
      print *, 'getopt', i
! buffers
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfgetsbuf(i)
      print *, 'sbuf', i .eq. mid
      call pvmfmkbuf(PVMDATARAW, i)
      call pvmfsetsbuf(i, old)
      print *, 'setsbuf', old .eq. mid
      call pvmfgetsbuf(j)
      print *, 'sbuf', i .eq. j
      call pvmffreebuf(i, info)
      print *, 'freebuf', info
      call pvmffreebuf(9999, info)
      print *, 'freebuf', info
      call pvmfmkbuf(77, i)
      print *, 'mkbuf', i
      call pvmfinitsend(77, i)
      print *, 'initsend', i
      call pvmfgetrbuf(i)
      print *, 'rbuf', i
      call pvmfsetrbuf(9999, i)
      print *, 'setrbuf', i
      call pvmfbufinfo(9999, len, tag, from, info)
      print *, 'bufinfo', info
! messages
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfpack(INTEGER4, 42, 1, 1, info)
      call pvmfsend(me, 3, info)
      print *, 'send', info
      call pvmfsend(me, 2, info)
      call pvmfrecv(me, 2, i)
      print *, 'recv', i .gt. 0
      call pvmfprobe(-1, 4, i)
      print *, 'probe', i
      call pvmfprobe(-1, 3, i)
      print *, 'probe', i .gt. 0
      call pvmfnrecv(-1, 4, i)
      print *, 'nrecv', i
      call pvmftrecv(-1, 4, 0, 1000, i)
      print *, 'trecv', i
      call pvmftrecv(-1, 3, -1, 0, i)
      print *, 'trecv', i .gt. 0
      call pvmfbufinfo(i, len, tag, from, info)
      print *, 'bufinfo', len, tag, from .eq. me, info
      call pvmfsend(-5, 3, info)
      print *, 'send', info
      call pvmfsend(me, -3, info)
      print *, 'send', info
      call pvmfmcast(1, me, 3, info)
      print *, 'mcast', info
      call pvmfmcast(-1, me, 3, info)
      print *, 'mcast', info
      k(1) = 11
      k(2) = 12
      call pvmfpsend(me, 9, k, 2, INTEGER4, info)
      print *, 'psend', info
      call pvmfprecv(-1, 9, k(3), 2, INTEGER4, from, tag, len, info)
      print *, 'precv', k, from .eq. me, tag, len, info
      call pvmfpsend(me, 9, k, 2, 77, info)
      print *, 'psend', info
! a handler; its own argument, the message's buffer, comes by value
      call pvmfaddmhf(me, 55, 0, 0, handler, i)
      print *, 'addmhf', i .ge. 0
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfpack(INTEGER4, 43, 1, 1, info)
      call pvmfsend(me, 55, info)
      call pvmfsend(me, 56, info)
      call pvmfrecv(me, 56, mid)
      call pvmfdelmhf(i, info)
      print *, 'delmhf', info
      call pvmfdelmhf(i, info)
      print *, 'delmhf', info
! contexts
      call pvmfgetcontext(i)
      print *, 'context', i
      call pvmfnewcontext(ctx)
      print *, 'newcontext', ctx .gt. 0
      call pvmfsetcontext(ctx, i)
      print *, 'setcontext', i
      call pvmfgetcontext(i)
      print *, 'context', i .eq. ctx
      call pvmfsetcontext(0, i)
      print *, 'setcontext', i .eq. ctx
      call pvmffreecontext(ctx, info)
      print *, 'freecontext', info
! mailboxes
      call pvmfinitsend(PVMDATADEFAULT, mid)
      call pvmfpack(INTEGER4, 44, 1, 1, info)
      call pvmfputinfo('alpha', mid, PVMMBOXMULTIINSTANCE, i)
      print *, 'putinfo', i
      call pvmfputinfo('alpha ', mid, PVMMBOXMULTIINSTANCE, i)
      print *, 'putinfo', i
      call pvmfputinfo('beta', mid, PVMMBOXDEFAULT, i)
      print *, 'putinfo', i
      call pvmfputinfo('beta', mid, PVMMBOXDEFAULT, i)
      print *, 'putinfo', i
      call pvmfrecvinfo('alpha ', 1, PVMMBOXDEFAULT, i)
      print *, 'recvinfo', i .gt. 0
      call pvmfsetrbuf(i, old)
      call pvmfunpack(INTEGER4, j, 1, 1, info)
      print *, 'unpack', j, info
      call pvmfrecvinfo('gamma', 0, PVMMBOXDEFAULT, i)
      print *, 'recvinfo', i
      call pvmfdelinfo('beta', 0, 0, info)
      print *, 'delinfo', info
      call pvmfdelinfo('beta', 0, 0, info)
      print *, 'delinfo', info
! tasks and hosts
      call pvmfpstat(me, i)
      print *, 'pstat', i
      call pvmftidtohost(me, i)
      print *, 'tidtohost', i .gt. 0
      call pvmfmstat('nonsuch.invalid', i)
      print *, 'mstat', i
      call pvmfhostsync(5, sec, usec, dsec, dusec, info)
      print *, 'hostsync', info
      call pvmftidtohost(me, i)
      call pvmfhostsync(i, sec, usec, dsec, dusec, info)
      print *, 'hostsync', info, usec .ge. 0, dusec .ge. 0
      call pvmfnotify(PVMTASKEXIT, 8, 1, me, info)
      print *, 'notify', info
      call pvmfnotify(77, 8, 1, me, info)
      print *, 'notify', info
      call pvmfcatchout(1, info)
      print *, 'catchout', info
      call pvmfcatchout(0, info)
      print *, 'catchout', info
      call pvmfsleep(1)
      call pvmfexit(info)
      print *, 'exit', info
      end

      subroutine handler(mid)
      implicit none
      include 'fpvm3.h'
      integer, value :: mid
      integer i, now, info
      call pvmfgetrbuf(now)
      call pvmfunpack(INTEGER4, i, 1, 1, info)
      print *, 'handler', mid .eq. now, i, info
      end
