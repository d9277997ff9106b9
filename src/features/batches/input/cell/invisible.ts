/**
 * Characters without a shape of their own that programs leave in cells: zero-width characters, soft hyphens, marks of
 * direction (UAX #9) and of byte order, and control characters. Spaces of all kinds are not among them.
 */
const INVISIBLE =
  /\u034f|[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/**
 * The joiners, which belong to words of some scripts (RFC 5892 appendix A): invisible only beside ASCII or at an end.
 */
const STRAY_JOINERS = /(?<![^\x00-\x7f\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f\u200c\u200d])/g

/** The text without invisible characters; the same string if it has none. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '').replace(STRAY_JOINERS, '')
