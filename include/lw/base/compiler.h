/* Everything that is not plain C17, with plain C17 in its place where the compiler has no
 * such thing. No other file uses extensions of a compiler, and none needs them: defining
 * LW_PLAIN_C turns them all off. */
#ifndef LW_BASE_COMPILER_H
#define LW_BASE_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(LW_PLAIN_C)
#define LW_HAS_GNU_C 1
#else
#define LW_HAS_GNU_C 0
#endif

/* A result that must be looked at; a function that takes a format as printf does; calls
 * that cost more than the work in them; work that would bloat its callers. */
#if LW_HAS_GNU_C
#define LW_MUST_CHECK __attribute__((warn_unused_result))
#define LW_PRINTF(fmt_idx, arg_idx) __attribute__((format(printf, fmt_idx, arg_idx)))
#define LW_INLINE static inline __attribute__((always_inline))
#define LW_OUTLINE __attribute__((noinline))
#else
#define LW_MUST_CHECK
#define LW_PRINTF(fmt_idx, arg_idx)
#define LW_INLINE static inline
#define LW_OUTLINE
#endif

/* Functions that a WebAssembly module offers to its host, or takes from it. */
#if defined(__wasm__) && defined(__clang__)
#define LW_WASM_EXPORT(name) __attribute__((export_name(#name)))
#define LW_WASM_IMPORT(module, name)                                                     \
    __attribute__((import_module(module), import_name(#name)))
#endif

/* Is the address sanitizer watching? */
#if defined(__SANITIZE_ADDRESS__)
#define LW_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LW_ADDRESS_SANITIZER 1
#endif
#endif
#ifndef LW_ADDRESS_SANITIZER
#define LW_ADDRESS_SANITIZER 0
#endif

/* Is any sanitizer watching? They need far more addresses than a program uses, and open
 * files when they report. */
#if defined(__SANITIZE_THREAD__)
#define LW_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LW_SANITIZED 1
#endif
#endif
#ifndef LW_SANITIZED
#define LW_SANITIZED LW_ADDRESS_SANITIZER
#endif

/* How many bits are set. */
LW_INLINE uint32_t lw_bits_count(uint64_t bits) {
#if LW_HAS_GNU_C
    return (uint32_t)__builtin_popcountll(bits);
#else
    uint32_t n = 0;
    for (; bits != 0; bits &= bits - 1) {
        n++;
    }
    return n;
#endif
}

/* The number of the lowest bit that is set, of which there must be one. */
LW_INLINE uint32_t lw_bits_first(uint64_t bits) {
#if LW_HAS_GNU_C
    return (uint32_t)__builtin_ctzll(bits);
#else
    return lw_bits_count((bits & (0 - bits)) - 1);
#endif
}

/* Hints that the bytes at the address are written soon. */
LW_INLINE void lw_prefetch(const void *address) {
#if LW_HAS_GNU_C
    __builtin_prefetch(address, 1, 2);
#else
    (void)address;
#endif
}

#endif
