# pvm_names.sh LIST...: the names that libpvm3 and libgpvm3 export, one PVM(NAME) a line, without the variables of which
# each task has its own, and without threads, which no task in process has.
cat "$@" | LC_ALL=C sort -u | grep -vxE 'pvm_errno|pvmmyctx|pvmdebmask|pvmctrc|pthread_create' | sed 's/.*/PVM(&)/'
