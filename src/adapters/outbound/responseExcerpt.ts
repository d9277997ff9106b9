const LONGEST = 1_000
/** But line breaks and tabs: C0, C1, what turns the direction of text, line separators. */
const HARMFUL = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/** The first 1,000 characters of an answer as UTF-8, without what could move a terminal's cursor or hide text. */
export function excerptOf(body: Buffer): string {
  const text = new TextDecoder().decode(body).replaceAll('\r\n', '\n').replace(HARMFUL, '\ufffd')
  return [...text].slice(0, LONGEST).join('')
}
