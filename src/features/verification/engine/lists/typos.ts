import { parse } from 'tldts'
import { areSideBySide, distance } from './distance.js'

/** A provider's name and the endings under which it gives mailboxes: `gmail` and `com`. */
interface Target {
  readonly name: string
  /** What a slip in the name may cost. */
  readonly most: number
  readonly letters: number
  readonly endings: readonly string[]
}

/** Slips of `com` that are top-level domains of their own. */
const COM_SLIPS: ReadonlySet<string> = new Set(['co', 'cm', 'om', 'cam'])
/** Names that nobody else would choose: under any ending that the provider does not have, they are a slip. */
const UNMISTAKABLE: ReadonlySet<string> = new Set([
  'gmail',
  'googlemail',
  'icloud',
  'hotmail',
  'protonmail',
  'sbcglobal',
])
/** In a shorter name, one slip leads to somebody else's name. */
const SHORTEST_NAME = 5
/** No slip of any target is longer; bounds the work on hostile input. */
const LONGEST_DOMAIN = 24

/**
 * Finds the provider's domain of which an unknown domain is probably a slip of the finger. A whole domain is compared,
 * never a part of it. The allowance grows with the name (see `slipOf`); the ending may be wrong when it is no ending at
 * all (`con`), a known slip (`co`), one under which the provider has no mailboxes, or missing. Of the other major
 * providers only the ending may be wrong, and only when it is none (`naver.con`).
 *
 * @param targets lines of `name`, or `name most` to allow less than the name's length would, in order of preference
 * @param providers lines of `domain provider`, with `major` after the major ones: the main domain of a name first
 */
export function createTypos(targets: readonly string[], providers: readonly string[]) {
  const domains = providers.map((line) => line.split(' ')[0] ?? '')
  const majors = byName(providers.filter((line) => line.endsWith(' major')).map((line) => line.split(' ')[0] ?? ''))
  const all = targets.map((line): Target => {
    const [name = '', most = name.length <= SHORTEST_NAME ? 1 : 2] = line.split(' ')
    return { name, most: Number(most), letters: lettersOf(name), endings: endingsOf(name, domains) }
  })
  const long = all.filter(({ name }) => name.length >= SHORTEST_NAME)
  const withoutDots = new Map(
    long.flatMap(({ name, endings }) => [
      ...endings.map((each) => [name + each.replaceAll('.', ''), `${name}.${each}`] as const),
      ...endings.slice(0, 1).map((each) => [name, `${name}.${each}`] as const),
    ]),
  )
  return (domain: string): string | undefined => {
    const dot = domain.indexOf('.')
    if (domain.length > LONGEST_DOMAIN) return undefined
    if (dot === -1) return withoutDots.get(domain)
    if (dot < 2) return undefined
    const name = domain.slice(0, dot)
    const ending = domain.slice(dot + 1)
    const meant =
      nearest(all, name, ending) ??
      withoutDots.get(domain.replaceAll('.', '')) ??
      withEnding(name, majors.get(name) ?? [], ending)
    return meant === domain ? undefined : meant
  }
}

function byName(domains: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const names = new Set(domains.map((domain) => domain.slice(0, domain.indexOf('.'))))
  return new Map([...names].map((name) => [name, endingsOf(name, domains)]))
}

/** The domain of exactly this name whose ending was meant, when the one typed is no ending at all. */
function withEnding(name: string, endings: readonly string[], ending: string): string | undefined {
  if (endings.length === 0 || read(ending).isIcann) return undefined
  const meant = oneEditFrom(ending, endings)
  return meant && `${name}.${meant}`
}

const read = (ending: string) => parse(`x.${ending}`, { extractHostname: false, validateHostname: false })

const oneEditFrom = (ending: string, endings: readonly string[]) =>
  ending.length < 2 ? undefined : endings.find((each) => distance(ending, each).edits === 1)

function endingsOf(name: string, providers: readonly string[]): string[] {
  return providers.filter((domain) => domain.startsWith(`${name}.`)).map((domain) => domain.slice(name.length + 1))
}

function nearest(targets: readonly Target[], name: string, ending: string): string | undefined {
  const letters = lettersOf(name)
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const target of targets) {
    const cost = slipOf(name, letters, target)
    if (cost === undefined || cost >= least) continue
    const meant = endingMeant(target, ending, cost > 0)
    if (meant === undefined) continue
    least = cost
    best = `${target.name}.${meant}`
  }
  return best
}

/**
 * What the slip costs, 0 for none; undefined where fingers make none such in a name of this length: below five letters
 * none at all, at five one likely slip (a neighbouring or look-alike key, letters swapped, doubled or left out), at six
 * one of any kind or a letter in the wrong place, beyond that one of any kind or two likely ones.
 */
function slipOf(name: string, letters: number, target: Target): number | undefined {
  if (name === target.name) return 0
  const { length } = target.name
  if (length < SHORTEST_NAME || Math.abs(name.length - length) > 2) return undefined
  // An edit adds at most one letter and takes away at most one, and no slip has more than two: spares the alignment.
  if (ones(letters ^ target.letters) > 4 || !startsAlike(name, target.name)) return undefined
  const { edits, cost } = distance(name, target.name)
  return cost <= target.most && (length > 6 || edits === 1 || haveSameLetters(name, target.name)) ? cost : undefined
}

/**
 * The first letter is nearly always right: the same, swapped with the second, the key beside it with the rest right, or,
 * where that makes no other word, left out.
 */
function startsAlike(name: string, target: string): boolean {
  const [a, b] = [name.charAt(0), target.charAt(0)]
  if (a === b || (a === target.charAt(1) && name.charAt(1) === b)) return true
  if (target.length > 6 && name === target.slice(1)) return true
  return areSideBySide(a, b) && name.slice(1) === target.slice(1)
}

/** The set of letters in a text, a bit each; other characters share bits, which only weakens the sieve. */
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

/** The provider's ending that was meant, itself included; undefined when the ending is somebody else's. */
function endingMeant({ name, endings }: Target, ending: string, nameIsWrong: boolean): string | undefined {
  if (endings.includes(ending)) return ending
  const twice = endings.find((each) => ending === `${each}.${each}`)
  if (twice !== undefined) return twice
  const { isIcann, publicSuffix } = read(ending)
  if (!isIcann) return oneEditFrom(ending, endings)
  if (nameIsWrong || name.length < SHORTEST_NAME) return undefined
  if (COM_SLIPS.has(ending) && endings.includes('com')) return 'com'
  const country = ending.replace(/^com?\./, '')
  const likely = endings.find((each) => each === `co.${country}` || each === `com.${country}`)
  if (likely !== undefined) return likely
  const isSomebodys = publicSuffix !== ending
  return !isSomebodys && UNMISTAKABLE.has(name) ? endings[0] : undefined
}
