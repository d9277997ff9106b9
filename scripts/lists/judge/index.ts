// Judges typo suggestions and free domains by independent corpora: `tsx scripts/lists/judge/index.ts`.
import { parseArgs } from 'node:util'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { type Corpora, isIcann, type Pair, readCorpora } from './corpora.js'
import { slipsOf } from './slips.js'

const HELP = `Usage: tsx scripts/lists/judge/index.ts [options]

Judges the embedded lists by corpora that are not their sources: npm packages, installed into a temporary folder. The cases are
selected by these corpora only. Exit code 1 if a threshold is missed.

  --folder DIR     install the packages here, or use those already here
  --typos FILE     more typos, one "typed:meant" a line (repeatable)
  --freemail FILE  SpamAssassin's 20_freemail_domains.cf
  --verbose        print each miss
`

/** Names shorter than this are too close to other people's names for a slip in them to be recognised. */
const MIN_NAME_LENGTH = 5

/** Per cent. */
const MIN_TYPOS = 95
const MAX_FALSE_ALARMS = 0.3
const MIN_FREE = 92

/** Items of which a share is reported, and the bound of that share in per cent, if there is one. */
interface Measure<T> {
  readonly title: string
  readonly items: readonly T[]
  readonly matches: (item: T) => boolean
  readonly explain: (item: T) => string
  /** Whether an item should not match. */
  readonly isBad?: boolean
  readonly atLeast?: number
  readonly atMost?: number
}

const lists = loadLists()
const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    typos: { type: 'string', multiple: true, default: [] },
    freemail: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const factsOf = lists.domainFacts
const correction = {
  matches: ([typed, meant]: Pair) => factsOf(typed).meant === meant,
  explain: ([typed, meant]: Pair) => `${typed} -> ${factsOf(typed).meant ?? 'none'}, expected ${meant}`,
}
const question = {
  isBad: true,
  matches: (domain: string) => factsOf(domain).meant !== undefined,
  explain: (domain: string) => `${domain} -> ${factsOf(domain).meant}`,
}
const disposable = {
  isBad: true,
  matches: (domain: string) => factsOf(domain).disposable !== undefined,
  explain: (domain: string) => `${domain}: ${factsOf(domain).disposable?.sources.join(', ')}`,
}
const freeMail = { matches: (domain: string) => factsOf(domain).free, explain: String }

if (values.help) process.stdout.write(HELP)
else judge(readCorpora(values))

function judge(corpora: Corpora): void {
  const { pairs, popular, providers, companies, universities, free, partlyFree } = corpora
  const listed = new Set([...providers, ...[...free.values(), ...partlyFree.values()].flat()])
  console.log('Typos')
  const collected = pairs.filter((pair) => isTypoOfProvider(pair, listed))
  console.log(
    `  ${pairs.length - collected.length} of ${pairs.length} pairs left out: listed domains, or typos of web sites`,
  )
  report({ title: 'collected, corrected', items: collected, ...correction, atLeast: MIN_TYPOS })
  report({
    title: 'generated in a company’s top-level domain',
    items: slipsInEndings(companies),
    ...correction,
    atLeast: MIN_TYPOS,
  })
  // Without a bound: many of these names are words or surnames (planet.nl, rogers.com), where a correction would often be wrong.
  report({ title: 'generated in a provider’s name', items: slipsInNames(popular, listed), ...correction })
  const real = { providers: [...listed], companies, universities }
  console.log('False alarms')
  for (const [title, items] of Object.entries(real))
    report({ title: `${title} questioned`, items, ...question, atMost: MAX_FALSE_ALARMS })
  console.log('Disposable')
  report({ title: 'providers called disposable', items: providers, ...disposable, atMost: 0 })
  for (const [title, items] of Object.entries({ companies, universities }))
    report({ title: `${title} called disposable`, items, ...disposable, atMost: MAX_FALSE_ALARMS })
  // Without a bound: lists of free mailboxes have throwaway domains too, and lists disagree about them.
  report({ title: 'listed as free, called disposable', items: [...new Set([...free.values()].flat())], ...disposable })
  console.log('Free mail')
  for (const [title, items] of free) report({ title, items, ...freeMail, atLeast: MIN_FREE })
  for (const [title, items] of partlyFree) report({ title, items, ...freeMail })
}

/**
 * Whether a provider was meant, and the typed domain is not listed itself. Under a top-level domain that exists, a typo of a
 * web site may be somebody's own domain; under one that does not, it cannot be.
 */
function isTypoOfProvider([typed, meant]: Pair, listed: ReadonlySet<string>): boolean {
  return !listed.has(typed) && (listed.has(meant) || !isIcann(typed))
}

function slipsInNames(popular: readonly string[], listed: ReadonlySet<string>): Pair[] {
  return popular
    .filter((domain) => nameOf(domain).length >= MIN_NAME_LENGTH)
    .flatMap((domain) => {
      const rest = domain.slice(domain.indexOf('.'))
      return slipsOf(nameOf(domain)).map((slip): Pair => [slip + rest, domain])
    })
    .filter(([typed]) => !listed.has(typed))
}

/** Slips in `com`, `net` and `org` that yield a top-level domain that does not exist. */
function slipsInEndings(companies: readonly string[]): Pair[] {
  return companies.flatMap((domain) => {
    const dot = domain.lastIndexOf('.')
    const ending = domain.slice(dot + 1)
    if (!['com', 'net', 'org'].includes(ending)) return []
    return slipsOf(ending)
      .map((slip): Pair => [`${domain.slice(0, dot)}.${slip}`, domain])
      .filter(([typed]) => !isIcann(typed))
  })
}

/** Prints the share of the items that match, and with --verbose those that should, or should not, have. */
function report<T>({ title, items, matches, explain, isBad, atLeast, atMost }: Measure<T>): void {
  const matching = items.filter(matches)
  const share = items.length === 0 ? 0 : (matching.length / items.length) * 100
  const missed = (atLeast !== undefined && share < atLeast) || (atMost !== undefined && share > atMost)
  const bound = atLeast !== undefined ? `, at least ${atLeast} %` : atMost !== undefined ? `, at most ${atMost} %` : ''
  console.log(
    `  ${title}: ${matching.length} of ${items.length} (${share.toFixed(2)} %${bound})${missed ? ' MISSED' : ''}`,
  )
  if (missed) process.exitCode = 1
  if (!values.verbose) return
  for (const item of isBad ? matching : items.filter((each) => !matching.includes(each)))
    console.log(`    ${explain(item)}`)
}

function nameOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}
