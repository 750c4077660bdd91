// tests/sanitized.h - whether a sanitizer watches the tests: it makes them slow, and takes
// terabytes of addresses. gcc says so by a macro, clang by a feature.
#pragma once

namespace winnow {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace winnow
