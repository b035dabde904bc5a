#!/bin/sh
# build_identity.sh HEADER... - prints build_identity.h: a sum of what the simulator and the library of tasks in process
# must have been built with alike. Made anew when one of these headers changes.
set -eu
sum=$(cat "$@" | sha256sum | cut -c1-16)
cat <<END
/* build_identity.h - made by build_identity.sh. */
#define BUILD_IDENTITY "ap1000 tasks $sum"
END
