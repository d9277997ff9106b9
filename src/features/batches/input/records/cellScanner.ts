// Finds the ends of CSV cells across pieces of a text.

export const LF = 0x0a
export const CR = 0x0d
const QUOTE = 0x22

/** Finds where cells end, across the pieces of a text. */
export function createCellScanner(delimiterCode: number) {
  /**
   * `quote`: just after a quote inside a quoted cell, which either is the first of a doubled quote or ends the cell.
   */
  let inside: 'start' | 'plain' | 'quoted' | 'quote' = 'start'

  /**
   * @param from index in a cell, or of its first character; less than the length of the text
   * @returns the index of the delimiter or line break that ends the cell, or the length of the text if neither follows
   */
  function endOfCell(text: string, from: number): number {
    let at = from
    if (inside !== 'plain' && (inside !== 'start' || text.charCodeAt(from) === QUOTE)) {
      at = endOfQuoted(text, from)
      if (at === text.length) return at
    }
    const end = endOfPlain(text, at, delimiterCode)
    inside = end < text.length ? 'start' : 'plain'
    return end
  }

  /** Skips the quoted part of a cell. @returns where the plain rest begins; the length of the text if it ends first */
  function endOfQuoted(text: string, from: number): number {
    let at = from
    if (inside === 'start') {
      inside = 'quoted'
      at++
    }
    while (at < text.length) {
      if (inside === 'quoted') {
        const quote = text.indexOf('"', at)
        if (quote < 0) return text.length
        inside = 'quote'
        at = quote + 1
      } else if (text.charCodeAt(at) === QUOTE) {
        inside = 'quoted'
        at++
      } else {
        inside = 'plain'
        break
      }
    }
    return at
  }

  return {
    endOfCell,
    /** Whether no character of the current cell has been scanned. */
    isAtStart: (): boolean => inside === 'start',
    isQuoted: (): boolean => inside === 'quoted',
  }
}

/** The index of the next delimiter or line break, or the end of the text. */
function endOfPlain(text: string, from: number, delimiterCode: number): number {
  let end = from
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === delimiterCode || code === LF || code === CR) break
  }
  return end
}
