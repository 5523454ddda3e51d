#!/bin/sh
# Builds the native kernel into target/classes, or names in one line what is missing, there and to who builds: it is
# optional, so that is no error.
# Usage: build.sh [java.home]
set -eu
cd "$(dirname "$0")/../../.."

missing() {
    mkdir -p target/classes/native
    echo "$1; install $2 and build again" | tee target/classes/native/unbuilt.txt | sed 's/^/native kernel not built: /'
    exit 0
}

java_home=${1:-${JAVA_HOME:-}}
if [ -z "$java_home" ] && command -v java >/dev/null; then
    java_home=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
fi
CC=${CC:-cc}
export CC

command -v make >/dev/null || missing "no make" "make"
command -v "$CC" >/dev/null || missing "no C compiler ($CC)" "gcc"
[ -f "$java_home/include/jni.h" ] || missing "no include/jni.h in Java's home '$java_home'" "a full JDK"

mkdir -p target/c
# shellcheck disable=SC2086 # the options are several words
links() {
    printf 'void dpotrf_(void); void ssyrk_(void); int main(void) { dpotrf_(); ssyrk_(); return 0; }\n' |
        "$CC" ${LDFLAGS:-} -x c -o target/c/probe - $1 2>/dev/null
}

for blas in "-lopenblas" "-llapack -lblas" "-framework Accelerate"; do
    if links "$blas"; then
        rm -f target/classes/native/unbuilt.txt
        exec make -s -f src/main/c/Makefile JAVA_HOME="$java_home" BLAS="$blas"
    fi
done
missing "no BLAS and LAPACK to link" "libopenblas (Debian: libopenblas-dev)"
