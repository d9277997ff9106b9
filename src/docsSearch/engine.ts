// Finds pages by what a reader types: words, questions, codes, paths. Runs in the browser, and in the service for agents.
import MiniSearch from 'minisearch'
import { meaningsOf, STOP_WORDS, stem } from './vocabulary.js'

/** A section of a page, an operation of the API, or a reason of a verdict. */
export interface SearchEntry {
  readonly url: string
  /** Name of the page. */
  readonly page: string
  /** Heading of the section; empty for the beginning of a page. */
  readonly heading: string
  readonly text: string
  /** Other names of it, such as the status of an error; not shown. */
  readonly also?: string
  readonly kind: 'page' | 'error' | 'reason' | 'operation'
  /** How probably this is what a newcomer wants, whatever was asked; 1 for a guide. */
  readonly weight: number
}

/** The best section of a page. */
export interface Hit extends Pick<SearchEntry, 'url' | 'page' | 'heading' | 'kind'> {
  /** Text around the first word that was found. */
  readonly excerpt: string
}

export type Search = (query: string) => readonly Hit[]

const OWN_WORDS = { page: 3, heading: 2.5, also: 2.5, text: 1 }
const OTHER_WORDS = { page: 1.2, heading: 1, also: 1, text: 0.4 }
const MAX_HITS = 12
const EXCERPT = 140
/** A page whose sections all fit is better than one with a single section that does. */
const OTHER_SECTIONS = 0.15
/** The part of its score that a section loses if it has none of the words but by another name. */
const UNCOVERED = 0.7
const EXACT = 1e6
/** Each word is looked up by itself. */
const MAX_WORDS = 12
/** Shorter words are the beginnings of too many others. */
const MIN_PREFIX = 3

const termOf = (word: string): string | null => (STOP_WORDS.has(word.toLowerCase()) ? null : stem(word))

/** Reads the entries once; the answer to a query takes a few milliseconds. */
export function createSearch(entries: readonly SearchEntry[]): Search {
  const engine = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['page', 'heading', 'also', 'text'],
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
    processTerm: termOf,
  })
  engine.addAll(entries.map((entry, id) => ({ ...entry, id })))

  return (query) => {
    const words = distinct(query.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''))
    // A question of stop words only is taken at its word.
    const known = words.filter((word) => termOf(word) !== null)
    const wanted = (known.length > 0 ? known : words).slice(0, MAX_WORDS)
    const stems = new Set(wanted.map(stem))
    const everyday = wanted.flatMap(meaningsOf)
    const found = engine.search(
      {
        combineWith: 'OR',
        queries: [
          {
            queries: [wanted.join(' ')],
            boost: OWN_WORDS,
            prefix: (term) => term.length >= MIN_PREFIX,
            fuzzy: (term) => (term.length > 4 ? 0.2 : 0),
          },
          { queries: [everyday.join(' ')], boost: OTHER_WORDS },
        ],
      },
      { boostDocument: (id) => entries[Number(id)]!.weight },
    )
    return hitsOf(
      found.map(({ id, score, match, queryTerms }) => {
        const entry = entries[Number(id)]!
        const covered = new Set(queryTerms.filter((term) => stems.has(term))).size / stems.size
        const worth = isNamed(entry, query) ? EXACT : score * (1 - UNCOVERED + UNCOVERED * covered)
        return { entry, score: worth, words: Object.keys(match) }
      }),
    )
  }
}

/** Without those whose stem has occurred before. */
const distinct = (words: readonly string[]): string[] => [...new Map(words.map((word) => [stem(word), word])).values()]

/** Whether a query is the name of a page, a code, or the path of an operation. */
function isNamed({ page, heading }: SearchEntry, query: string): boolean {
  const name = (heading === '' ? page : heading).toLowerCase()
  const asked = query.trim().toLowerCase()
  return name === asked || name.endsWith(` ${asked}`)
}

interface Found {
  readonly entry: SearchEntry
  readonly score: number
  readonly words: readonly string[]
}

/** One hit per page: its best section. */
function hitsOf(found: readonly Found[]): Hit[] {
  const pages = new Map<string, { best: Found; score: number }>()
  for (const each of found.toSorted((a, b) => b.score - a.score)) {
    const path = each.entry.url.split('#tag')[1] ?? each.entry.url.split('#')[0]!
    const known = pages.get(path)
    if (!known) pages.set(path, { best: each, score: each.score })
    else known.score += each.score * OTHER_SECTIONS
  }
  return [...pages.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ best: { entry, words } }) => ({
      url: entry.url,
      page: entry.page,
      heading: entry.heading,
      kind: entry.kind,
      excerpt: excerptOf(entry.text, words),
    }))
}

/** The part of a text that holds the first of the words, cut at spaces. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const start = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - EXCERPT / 3)
  const from = start === 0 ? 0 : text.indexOf(' ', start) + 1
  const cut = text.slice(from, from + EXCERPT)
  const whole = from + EXCERPT >= text.length ? cut : `${cut.slice(0, cut.lastIndexOf(' '))} …`
  return from === 0 ? whole : `… ${whole}`
}
