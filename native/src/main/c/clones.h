/*
 * CLONES compiles a function again for AVX2 and for AVX-512, chosen when the library loads: executors differ, so no
 * -march=native. What such a function calls must be INLINED, or all copies call the plain version. Where the code itself
 * depends on the width of a vector, it is written once in terms of it, compiled for each of WIDE and WIDEST, and chosen by
 * __builtin_cpu_supports.
 */
#ifndef CREDENCE_CLONES_H
#define CREDENCE_CLONES_H

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && __GNUC__ >= 12
#define HAS_CLONES 1
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define WIDE "x86-64-v3"
#define WIDEST "x86-64-v4"
#else
#define HAS_CLONES 0
#define CLONES
#endif

#define INLINED static inline __attribute__((always_inline))

#endif
