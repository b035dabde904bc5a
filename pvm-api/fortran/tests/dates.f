c dates.f - the clocks of the Fortran library are simulated, even where the linker leaves out libpvm3 (play.sh).
      program dates
      include 'fpvm3.h'
      integer tid, values(8)
      character date*8, time*10, zone*5
      call pvmfmytid(tid)
      call date_and_time(date, time, zone, values)
      print *, date
      call pvmfexit(tid)
      end
