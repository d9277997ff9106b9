// Suggests the provider's domain that was probably meant.
import { parse } from 'tldts'
import { areSideBySide, distance } from './distance.js'
import { isDelegated } from './endings.js'

/** A provider's name and the endings under which it offers mailboxes: `gmail` and `com`. */
interface Target {
  readonly name: string
  /** Maximum cost of a typo in the name. */
  readonly maxCost: number
  readonly letters: number
  readonly endings: readonly string[]
}

/** Typos of `com` that are themselves top-level domains. */
const COM_SLIPS: ReadonlySet<string> = new Set(['co', 'cm', 'om', 'cam'])
/** Names specific to one provider: under an ending that the provider does not have, they are a typo. */
const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'gmail',
  'googlemail',
  'icloud',
  'hotmail',
  'protonmail',
  'sbcglobal',
])
/** Minimum length of a name: a typo in a shorter one often yields the name of another owner. */
const MIN_NAME_LENGTH = 5
/** Shorter names that are trademarks: followed by a typo of `com`, they are a typo nevertheless. */
const SHORT_TRADEMARKS: ReadonlySet<string> = new Set(['aol', 'msn'])
/**
 * From this length on, a one-letter variant is assumed to be a typo, not another company's name, under `net` too.
 */
const LONG_NAME_LENGTH = 8
/** A spelling of `mail` by ear. */
const HOMOPHONE = /male$/
/** No typo of any target is longer; bounds the work on hostile input. */
const MAX_DOMAIN_LENGTH = 24

/**
 * Finds the provider's domain that an unknown domain is probably a typo of. Only whole domains are compared. The
 * tolerance grows with the length of the name (see `typoCost`). The ending may be wrong if it does not exist (`con`),
 * is a known typo (`co`), is one under which the provider has no mailboxes, or is missing. For the other major
 * providers, only the ending may be wrong, and only if it does not exist (`naver.con`).
 *
 * @param targets lines of `name`, or `name maxCost` to replace the tolerance that follows from the name's length,
 * in order of preference
 * @param providers lines of `domain provider`, with `major` after the major ones: the main domain of a name first
 */
export function createTypos(targets: readonly string[], providers: readonly string[]) {
  const domains = providers.map((line) => line.split(' ')[0] ?? '')
  const majors = byName(providers.filter((line) => line.endsWith(' major')).map((line) => line.split(' ')[0] ?? ''))
  const all = targets.map((line): Target => {
    const [name = '', maxCost = toleranceOf(name)] = line.split(' ')
    return { name, maxCost: Number(maxCost), letters: lettersOf(name), endings: endingsOf(name, domains) }
  })
  const long = all.filter(({ name }) => name.length >= MIN_NAME_LENGTH)
  const withoutDots = new Map(
    long.flatMap(({ name, endings }) => [
      ...endings.map((each) => [joined(name + each), `${name}.${each}`] as const),
      ...endings.slice(0, 1).map((each) => [name, `${name}.${each}`] as const),
    ]),
  )
  return (domain: string): string | undefined => {
    const dot = domain.indexOf('.')
    if (domain.length > MAX_DOMAIN_LENGTH) return undefined
    if (dot === -1) return withoutDots.get(domain)
    if (dot < 1) return undefined
    const name = domain.slice(0, dot)
    const ending = domain.slice(dot + 1)
    const meant =
      nearest(all, name, ending) ?? withoutDots.get(joined(domain)) ?? withEnding(name, majors.get(name) ?? [], ending)
    return meant === domain ? undefined : meant
  }
}

/** Default maximum cost of a typo in a name: none in a short one. */
function toleranceOf(name: string): number {
  if (name.length < MIN_NAME_LENGTH) return 0
  return name.length === MIN_NAME_LENGTH ? 1 : 2
}

/** Without separators, one of which may have been omitted, inserted or replaced: `gmailc.om`, `g-mail.com`. */
const joined = (text: string) => text.replace(/[.-]/g, '')

function byName(domains: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(domains.map((domain) => domain.slice(0, domain.indexOf('.'))))
  return new Map([...names].map((name) => [name, endingsOf(name, domains)]))
}

/** The domain of exactly this name with the intended ending, if the typed ending does not exist. */
function withEnding(name: string, endings: readonly string[], ending: string): string | undefined {
  if (endings.length === 0 || isDelegated(ending)) return undefined
  const meant = oneEditFrom(ending, endings)
  return meant && `${name}.${meant}`
}

const read = (ending: string) => parse(`x.${ending}`, { extractHostname: false, validateHostname: false })

const oneEditFrom = (ending: string, endings: readonly string[]) =>
  ending.length < 2 ? undefined : endings.find((each) => distance(ending, each).edits === 1)

/** For exact names only. An ending of two letters is two edits from any other. */
const twoEditsFrom = (ending: string, endings: readonly string[]) =>
  endings.find((each) => each.length > 2 && each[0] === ending[0] && distance(ending, each).edits === 2)

function endingsOf(name: string, providers: readonly string[]): string[] {
  return providers.filter((domain) => domain.startsWith(`${name}.`)).map((domain) => domain.slice(name.length + 1))
}

function nearest(targets: readonly Target[], name: string, ending: string): string | undefined {
  const spelt = name.replace(HOMOPHONE, 'mail')
  const letters = lettersOf(spelt)
  let best: string | undefined
  let lowest = Number.POSITIVE_INFINITY
  for (const target of targets) {
    const cost = typoCost(spelt, letters, target)
    if (cost === undefined || cost >= lowest) continue
    const meant = endingMeant(target, ending, name !== target.name)
    if (meant === undefined) continue
    lowest = cost
    best = `${target.name}.${meant}`
  }
  return best
}

/**
 * The cost of the typo, 0 for an exact match; undefined if the difference is not a plausible typo for the length of the
 * name: below five letters only a swap is, and only for marked names; at five, one likely typo (an adjacent or
 * look-alike key, letters swapped, doubled or omitted), and for marked names one of any kind; at six, one of any kind;
 * above that, and for `yahoo`, one of any kind or two likely ones. From five letters, one may also be misplaced.
 */
function typoCost(name: string, letters: number, target: Target): number | undefined {
  if (name === target.name) return 0
  const { length } = target.name
  if (target.maxCost === 0 || Math.abs(name.length - length) > 2) return undefined
  if (length < MIN_NAME_LENGTH && (name.length !== length || !haveSameLetters(name, target.name))) return undefined
  // An edit adds at most one letter and removes at most one, and no typo has more than two edits: a cheap pre-filter.
  if (ones(letters ^ target.letters) > 4 || !startsAlike(name, target.name)) return undefined
  const { edits, cost } = distance(name, target.name)
  const isMisplaced = edits === 2 && haveSameLetters(name, target.name)
  if (isMisplaced && length >= MIN_NAME_LENGTH) return cost
  return cost <= target.maxCost && (length > 6 || edits === 1 || target.name === 'yahoo') ? cost : undefined
}

/**
 * The first letter is nearly always right. Allowed are: the same letter, swapped with the second, the adjacent key with
 * the rest correct, or, for longer names and `yahoo`, omitted.
 */
function startsAlike(name: string, target: string): boolean {
  const [a, b] = [name.charAt(0), target.charAt(0)]
  if (a === b || (a === target.charAt(1) && name.charAt(1) === b)) return true
  if ((target.length > 6 || target === 'yahoo') && name === target.slice(1)) return true
  return areSideBySide(a, b) && name.slice(1) === target.slice(1)
}

/** The set of letters in a text as a bit mask; other characters share bits, which only weakens the pre-filter. */
function lettersOf(text: string): number {
  let letters = 0
  for (let i = 0; i < text.length; i += 1) letters |= 1 << (text.charCodeAt(i) & 31)
  return letters
}

function ones(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1
  return count
}

const haveSameLetters = (a: string, b: string) => [...a].sort().join('') === [...b].sort().join('')

/**
 * The provider's intended ending, which may be the typed one; undefined if the typed ending belongs to another owner.
 */
function endingMeant({ name, endings }: Target, ending: string, nameIsWrong: boolean): string | undefined {
  if (endings.includes(ending)) return ending
  const twice = endings.find((each) => ending === `${each}.${each}`)
  if (twice !== undefined) return twice
  const { isIcann, publicSuffix } = read(ending)
  if (!isIcann) return oneEditFrom(ending, endings) ?? (nameIsWrong ? undefined : twoEditsFrom(ending, endings))
  const isShort = name.length < MIN_NAME_LENGTH
  if (COM_SLIPS.has(ending) && endings.includes('com') && (!isShort || (!nameIsWrong && SHORT_TRADEMARKS.has(name))))
    return 'com'
  if (ending === 'net' && name.length >= LONG_NAME_LENGTH && UNMISTAKABLE.has(name)) return endings[0]
  if (nameIsWrong || isShort) return undefined
  const country = ending.replace(/^com?\./, '')
  const likely = endings.find((each) => each === `co.${country}` || each === `com.${country}`)
  if (likely !== undefined) return likely
  const isSomebodys = publicSuffix !== ending
  return !isSomebodys && UNMISTAKABLE.has(name) ? endings[0] : undefined
}
