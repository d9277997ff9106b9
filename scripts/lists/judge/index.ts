import { parseArgs } from 'node:util'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { isIcann, type Pair, readCorpora } from './corpora.js'
import { slipsOf } from './slips.js'

const HELP = `Usage: tsx scripts/lists/judge/index.ts [options]

Judges the embedded lists by corpora that are not their sources: npm packages, installed into a temporary folder.

  --folder DIR     install the packages here, or use those already here
  --typos FILE     more typos, one "typed:meant" a line (repeatable)
  --freemail FILE  SpamAssassin's 20_freemail_domains.cf
  --verbose        print each miss
`

/** Names shorter than this are too close to other people's names for a slip in them to be recognised. */
const MIN_NAME_LENGTH = 5

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

if (values.help) process.stdout.write(HELP)
else judge()

function judge(): void {
  const corpora = readCorpora(values)
  const meantBy = (domain: string) => lists.domainFacts(domain).meant
  const isCorrected = ([typed, meant]: Pair) => meantBy(typed) === meant
  const isFree = (domain: string) => lists.domainFacts(domain).free
  const isQuestioned = (domain: string) => meantBy(domain) !== undefined
  const explain = ([typed, meant]: Pair) => `${typed} -> ${meantBy(typed) ?? 'none'}, expected ${meant}`

  const providers = new Set(corpora.providers)
  const judged = corpora.pairs.filter(
    ([typed, meant]) => !providers.has(typed) && !isFree(typed) && !isSomebodysOwn([typed, meant]),
  )
  console.log(
    `Typos: ${corpora.pairs.length} collected pairs, ${corpora.pairs.length - judged.length} of them left out: real domains, or no provider meant`,
  )
  report('  collected typos corrected', judged, isCorrected, explain)
  report('  generated slips in a provider’s name', slipsInNames(corpora.popular, providers), isCorrected, explain)
  report('  generated slips in a company’s top-level domain', slipsInEndings(corpora.companies), isCorrected, explain)
  console.log('False alarms')
  report('  providers questioned', corpora.providers, isQuestioned, (domain) => `${domain} -> ${meantBy(domain)}`, true)
  report('  companies questioned', corpora.companies, isQuestioned, (domain) => `${domain} -> ${meantBy(domain)}`, true)
  console.log('Disposable')
  report(
    '  providers called disposable',
    corpora.providers,
    (domain) => lists.domainFacts(domain).disposable !== undefined,
    String,
    true,
  )
  console.log('Free mail')
  for (const [name, domains] of corpora.free) report(`  ${name}`, domains, isFree, String)
}

/** A real top-level domain, but what was meant offers no mailboxes: a typo of a web site, which is never corrected. */
function isSomebodysOwn([typed, meant]: Pair): boolean {
  const { provider, free } = lists.domainFacts(meant)
  return isIcann(typed) && provider === undefined && !free
}

function slipsInNames(popular: readonly string[], providers: ReadonlySet<string>): Pair[] {
  return popular
    .filter((domain) => nameOf(domain).length >= MIN_NAME_LENGTH)
    .flatMap((domain) => {
      const rest = domain.slice(domain.indexOf('.'))
      return slipsOf(nameOf(domain)).map((slip): Pair => [slip + rest, domain])
    })
    .filter(([typed]) => !providers.has(typed))
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

/** Prints how many of the items match, in per cent, and with --verbose those that should not, or should, have. */
function report<T>(
  title: string,
  items: readonly T[],
  matches: (item: T) => boolean,
  explain: (item: T) => string,
  bad = false,
): void {
  const matching = items.filter(matches)
  const share = items.length === 0 ? 0 : (matching.length / items.length) * 100
  console.log(`${title}: ${matching.length} of ${items.length} (${share.toFixed(2)} %)`)
  if (!values.verbose) return
  for (const item of bad ? matching : items.filter((each) => !matching.includes(each)))
    console.log(`    ${explain(item)}`)
}

function nameOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'))
}
