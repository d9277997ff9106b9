const MAX_CHARACTERS = 1_000
/** C0 and C1 controls except line feed and tab, bidirectional formatting, line separators, byte order mark. */
const UNSAFE = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * The first 1,000 characters of a response body, read as UTF-8. Characters that could move a terminal's cursor or hide
 * text are replaced.
 */
export function excerptOf(body: Buffer): string {
  const text = new TextDecoder().decode(body).replaceAll('\r\n', '\n').replace(UNSAFE, '\ufffd')
  return [...text].slice(0, MAX_CHARACTERS).join('')
}
