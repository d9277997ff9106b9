/** What a cell has between two separators: an address, with or without a name, or other text. */
export interface CellPart {
  /** The address as written, or the text without one. */
  readonly text: string
  /** Whether there is a name, a comment or brackets beside the address. */
  readonly named: boolean
}

/**
 * Quoted strings, angle brackets, comments (RFC 5322 sections 3.2.4, 3.4 and 3.2.2), separators, and the text between.
 * Without escapes, so that a text of unclosed quotes takes linear time.
 */
const TOKENS = /"[^"]*"|<[^<>]*>|\([^()]*\)|[,;\r\n]|[^",;<(\r\n]+|["<(]/g
const SEPARATOR = /^[,;\r\n]$/
/** Text that is an address and nothing else, however unlikely. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/
const BETWEEN_WORDS = /[\s|/&]+/
/** Words between addresses; three colons in Google Contacts. */
const AND = new Set('::: and or und oder et ou y o e i en of lub oraz'.split(' '))
/** `Jane Roe [jane@example.com]`, as mail programs quote senders. */
const IN_BRACKETS = /^[^@[\]]+\[([^[\]@\s]+@[^[\]@\s]+)\]$/

/** Divides a cell at its commas, semicolons and line breaks, and at spaces and slashes if only addresses are between them. */
export function partsOf(cell: string): CellPart[] {
  const parts: CellPart[] = []
  let tokens: string[] = []
  for (const token of cell.match(TOKENS) ?? []) {
    if (!SEPARATOR.test(token)) tokens.push(token)
    else {
      parts.push(...partOf(tokens))
      tokens = []
    }
  }
  parts.push(...partOf(tokens))
  return parts
}

function partOf(tokens: readonly string[]): CellPart[] {
  const all = tokens.join('').trim()
  if (all === '') return []
  const bracketed = tokens.findLast((token) => token.length > 1 && token.startsWith('<') && token.includes('@'))
  if (bracketed) return [{ text: bracketed.slice(1, -1), named: true }]
  const inBrackets = IN_BRACKETS.exec(all)?.[1]
  if (inBrackets !== undefined) return [{ text: inBrackets, named: true }]
  const words = all.split(BETWEEN_WORDS).filter((word) => word !== '' && !AND.has(word.toLowerCase()))
  if (words.length > 1 && words.every((word) => ADDRESS.test(word))) {
    return words.map((text) => ({ text, named: false }))
  }
  return [withoutComments(tokens) ?? { text: all, named: false }]
}

/** `jane@example.com (Jane Roe)` and `Jane Roe (jane@example.com)`; undefined for anything else. */
function withoutComments(tokens: readonly string[]): CellPart | undefined {
  const comment = tokens.find(isComment)
  if (comment === undefined) return undefined
  const rest = tokens.filter((token) => !isComment(token)).join('')
  const text = [rest, comment.slice(1, -1)].map((each) => each.trim()).find((each) => ADDRESS.test(each))
  return text === undefined ? undefined : { text, named: true }
}

const isComment = (token: string): boolean => token.length > 1 && token.startsWith('(')
