// Parses an operator's list of domains and mail hosts, with the place of every mistake.
import { parseDomain } from '../../engine/syntax/domain.js'
import { PROBLEM_SENTENCES } from '../../engine/syntax/problems.js'

/** One line of an operator's list. */
export interface ListEntry {
  /** `exchange` matches domains whose mail goes to a host of this name. */
  readonly subject: 'domain' | 'exchange'
  /** Whether every name below this one matches instead of this one. */
  readonly below: boolean
  /** Lower-case A-labels without a final dot. */
  readonly name: string
}

/** A line that cannot be read. Both numbers start at 1; the column counts characters. */
export interface LineProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

const MAX_LINE_LENGTH = 1_000
/** More are found only in a file that is no list. */
const MAX_PROBLEMS = 100
const EXCHANGE = 'mx:'
const BELOW = '*.'

const UNFIT = /[^\p{L}\p{M}\p{N}.-]/u

/**
 * Parses an operator's list: one entry per line, `#` starts a comment. An entry is a domain, `*.` and a domain for every
 * name below it, or either of these after `mx:` for the names of mail hosts. Names may have capitals, letters beyond
 * ASCII and a final dot. Defined for any text; stops after 100 problems.
 */
export function parseEntries(text: string): {
  readonly entries: readonly ListEntry[]
  readonly problems: readonly LineProblem[]
} {
  const entries: ListEntry[] = []
  const problems: LineProblem[] = []
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|[\n\r]/)
    .entries()) {
    const parsed = parseLine(line)
    if (parsed && 'message' in parsed) problems.push({ line: index + 1, ...parsed })
    else if (parsed) entries.push(parsed)
    if (problems.length === MAX_PROBLEMS) break
  }
  return { entries, problems }
}

type Problem = Omit<LineProblem, 'line'>

function parseLine(line: string): ListEntry | Problem | undefined {
  if (line.length > MAX_LINE_LENGTH)
    return { column: MAX_LINE_LENGTH + 1, message: `The line is longer than ${MAX_LINE_LENGTH} characters.` }
  const content = line.replace(/#.*/, '').trimEnd()
  const word = content.trimStart()
  if (word === '') return undefined
  return parseWord(word, content.length - word.length)
}

/** @param indent number of characters before the word */
function parseWord(word: string, indent: number): ListEntry | Problem {
  const at = (index: number, message: string): Problem => ({ column: indent + index + 1, message })
  const space = word.search(/\s/)
  const isExchange = word.toLowerCase().startsWith(EXCHANGE)
  const start = isExchange ? EXCHANGE.length : 0
  if (space === start && isExchange) return at(space, 'Nothing may stand between mx: and the name.')
  if (space !== -1) return at(space, 'A line has one entry; write comments after #.')
  if (word.includes('@')) return at(word.indexOf('@'), 'This is an address; entries are domains.')
  const below = word.startsWith(BELOW, start)
  const nameAt = below ? start + BELOW.length : start
  const star = word.indexOf('*', nameAt)
  if (star !== -1) return at(star, 'A * may only stand for everything below a domain, as in *.example.com.')
  const name = word.slice(nameAt).replace(/\.$/, '')
  const domain = parseDomain(name)
  if (typeof domain === 'string' || domain.kind === 'literal') {
    const unfit = word.slice(nameAt).search(UNFIT)
    const problem = typeof domain === 'string' ? domain : 'domain_character'
    return at(nameAt + Math.max(unfit, 0), name === '' ? 'A domain is missing here.' : PROBLEM_SENTENCES[problem])
  }
  if (!below && !domain.ascii.includes('.'))
    return at(nameAt, `This is a single name; *.${domain.ascii} stands for every domain that ends in it.`)
  return { subject: isExchange ? 'exchange' : 'domain', below, name: domain.ascii }
}
