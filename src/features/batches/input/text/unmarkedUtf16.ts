/** Bytes that are looked at. */
const HEAD_BYTES = 256
/** Share of null bytes in UTF-16 of which at least half of the characters are ASCII. */
const MIN_NULLS = 0.25

/**
 * Whether text is UTF-16 although it has no byte order mark: one byte of each ASCII character is null. Also used by the
 * dashboard, before an upload.
 */
export function unmarkedUtf16(text: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = text.subarray(0, HEAD_BYTES)
  const nulls = { even: 0, odd: 0 }
  for (const [index, byte] of head.entries()) if (byte === 0) nulls[index % 2 === 0 ? 'even' : 'odd']++
  if (nulls.even === 0 && nulls.odd > MIN_NULLS * head.length) return 'utf-16le'
  if (nulls.odd === 0 && nulls.even > MIN_NULLS * head.length) return 'utf-16be'
  return undefined
}
