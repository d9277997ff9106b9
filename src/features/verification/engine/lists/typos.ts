// Suggests the provider's domain that was probably meant.
import { parse } from 'tldts'
import { slipBetween } from './channel.js'
import { differ, lettersOf, nameOf, readTargets, type Target, type Targets, withoutDots } from './typoTargets.js'

/** A typed domain, taken apart. */
interface Typed {
  readonly domain: string
  readonly name: string
  readonly ending: string
  readonly letters: number
  /** Whether the ending exists: is a public suffix or below one. */
  readonly exists: boolean
  /** Whether the ending is one under which names are registered; if not, the domain can hardly be somebody's. */
  readonly hasSuffix: boolean
}

interface Candidate {
  readonly target: Target
  readonly score: number
}

/** No slip of any target is longer; bounds the work on hostile input. */
const MAX_LENGTH = 36
/** The score from which on a domain is corrected. */
const MIN_SCORE = -14.5
/** Names that mean one provider whatever their ending: under one that the provider does not have, they are a slip. */
const UNMISTAKABLE = ['gmail', 'googlemail', 'icloud', 'hotmail', 'protonmail', 'rocketmail', 'rediffmail', 'sbcglobal']
/** Endings that exist and are slips in another one. */
const SLIPS_IN_ENDINGS: ReadonlyMap<string, string> = new Map([
  ['co', 'com'],
  ['cm', 'com'],
  ['om', 'com'],
  ['cam', 'com'],
  ['ne', 'net'],
  ['et', 'net'],
  ['bet', 'net'],
])

/**
 * Bits for how unlikely it is that a name is somebody's own, by its length: each name of four letters has an owner, of seven
 * hardly one in ten.
 */
const UNTAKEN = [-9, -9, -7, -4, -3, -1, 1, 3]
/** The same for a domain that cannot be registered, or is a trap. */
const IMPOSSIBLE = 6
/** A slip in the ending that yields an existing one. */
const SLIP_IN_ENDING = 4
/** Another ending of the same country. */
const SAME_COUNTRY = 2
/** An ending that the provider does not have. */
const FOREIGN_ENDING = 6
/** Something before or behind the right domain. */
const JUNK = 9
/** Characters that look like the right ones: somebody wrote down what they saw, or means to deceive. */
const LOOKS_ALIKE = 5
/** A second slip, beside its own bits. */
const SECOND_SLIP = 3
/** The most bits of a slip in a name before a foreign ending: one that fingers, ears or eyes explain. */
const LIKELY = 6
/** From this length on, a name with two slips is still recognised. */
const MIN_NAME_LENGTH = 5

/** A name that is written twice. */
const TWICE = /^(.{3,})\1$/

const untaken = (length: number) => UNTAKEN[Math.min(length, UNTAKEN.length - 1)] ?? 0

/**
 * Finds the provider's domain that a typed domain is probably a slip of: a noisy channel. A candidate's score is its share of all
 * addresses, less how unlikely the slip is, plus how unlikely it is that the typed domain is somebody's own, all in
 * bits. The best candidate wins, if its score is high enough.
 *
 * @param lines `domain share`, the share in ten-thousandths
 * @param providers lines of `domain provider …`: those that are named like a target are candidates too
 */
export function createTypos(lines: readonly string[], providers: readonly string[]) {
  const targets = readTargets(lines, providers)
  return (domain: string): string | undefined => {
    if (domain.length > MAX_LENGTH || targets.byDomain.has(domain) || domain.startsWith('.')) return undefined
    const typed = takeApart(domain)
    let best: Candidate | undefined
    for (const candidatesOf of [slips, junk, twice, endingTwice, alike, otherEndings])
      for (const each of candidatesOf(typed, targets)) if (each.score >= (best?.score ?? MIN_SCORE)) best = each
    return best?.target.domain
  }
}

function takeApart(domain: string): Typed {
  const name = nameOf(domain)
  const ending = domain.slice(name.length + 1)
  const { isIcann, publicSuffix } = parse(`x.${ending}`, { extractHostname: false, validateHostname: false })
  const exists = isIcann === true
  return { domain, name, ending, letters: lettersOf(domain), exists, hasSuffix: exists && publicSuffix === ending }
}

/** Up to two slips anywhere in the domain: in the name, in the ending, or of the dot between them. */
function slips(typed: Typed, targets: Targets): Candidate[] {
  return targets.aroundLength(typed.domain.length).flatMap((target) => {
    if (differ(typed.letters, target.letters, 2)) return []
    if (typed.name === target.name && typed.hasSuffix) {
      const isSlip = SLIPS_IN_ENDINGS.get(typed.ending) === target.ending
      return isSlip ? { target, score: target.share - SLIP_IN_ENDING + IMPOSSIBLE } : []
    }
    const { edits, bits } = slipBetween(typed.domain, target.domain)
    if (edits > 1 && !isRecognisable(typed, target, edits)) return []
    const length = Math.max(typed.name.length, target.name.length)
    const own = typed.hasSuffix && !isSameWithoutDots(typed, target) ? untaken(length) : IMPOSSIBLE
    return { target, score: target.share - bits - (edits - 1) * SECOND_SLIP + own }
  })
}

/** Whether two slips leave enough: a short name must be right, and the first letter nearly always is. */
function isRecognisable(typed: Typed, target: Target, edits: number): boolean {
  if (edits > 2) return false
  if (typed.name === target.name || isSameWithoutDots(typed, target)) return true
  const first = typed.name.charAt(0)
  return target.name.length >= MIN_NAME_LENGTH && (first === target.name.charAt(0) || first === target.name.charAt(1))
}

const isSameWithoutDots = (typed: Typed, target: Target) => withoutDots(typed.domain) === withoutDots(target.domain)

/** The right domain with `www.` or digits before it, something behind it that makes no ending of its own, or no ending. */
function junk({ domain, name, ending, exists, hasSuffix }: Typed, targets: Targets): Candidate[] {
  const before = /^(?:www\.|[0-9-]+)(?=[a-z])/.exec(domain)?.[0]
  const bare = before === undefined ? undefined : targets.byDomain.get(domain.slice(before.length))
  const named = targets.byName.get(name) ?? []
  const behind = named.filter((target) => {
    if (ending === '') return target === named[0] && name.length >= MIN_NAME_LENGTH
    if (!ending.startsWith(target.ending)) return false
    const rest = ending.slice(target.ending.length)
    if (!rest.startsWith('.')) return !exists
    const isTwice = rest === `.${target.ending}` || rest === `.${target.domain}`
    return isTwice || (hasSuffix && name.length >= MIN_NAME_LENGTH)
  })
  const found = bare && (before === 'www.' || bare.name.length >= MIN_NAME_LENGTH) ? [bare, ...behind] : behind
  return found.map((target) => ({ target, score: target.share - JUNK + IMPOSSIBLE }))
}

/** A provider typed twice: `gmailgmail.com`, `gmail.gmail.com`, `gmail.comgmail.com`. */
function twice({ domain, name }: Typed, targets: Targets): Candidate[] {
  const named = targets.byName.get(TWICE.exec(name)?.[1] ?? name) ?? []
  return named
    .filter((target) => {
      const before = withoutDots(domain.slice(0, -target.domain.length))
      return domain.endsWith(target.domain) && (before === target.name || before === withoutDots(target.domain))
    })
    .map((target) => ({ target, score: target.share - JUNK + IMPOSSIBLE }))
}

/** An ending typed twice, first without its dot: `gmailcom.com`. */
function endingTwice({ name, ending }: Typed, targets: Targets): Candidate[] {
  const first = withoutDots(ending)
  const target = name.endsWith(first) && targets.byDomain.get(`${name.slice(0, -first.length)}.${ending}`)
  return target ? [{ target, score: target.share - JUNK + untaken(name.length) }] : []
}

/** Characters that look like others, where they are all that differs: `grnail.com`, `yah00.com`. */
function alike({ domain, name }: Typed, targets: Targets): Candidate[] {
  const looks = new Set([domain.replaceAll('rn', 'm').replaceAll('vv', 'w')])
  for (const each of [domain, ...looks]) looks.add(each.replaceAll('0', 'o').replaceAll('1', 'l'))
  return [...looks].flatMap((look) => {
    const target = targets.byDomain.get(look)
    return target ? [{ target, score: target.share - LOOKS_ALIKE + untaken(name.length) }] : []
  })
}

/**
 * The right name under another ending of the same country, as `co.uk` is of `com.uk`; and an unmistakable name, right or with a likely
 * slip, under any ending that names are registered under and that is not the provider's.
 */
function otherEndings({ name, ending, hasSuffix }: Typed, targets: Targets): Candidate[] {
  const country = ending.replace(/^com?\./, '')
  const sameCountry = (targets.byName.get(name) ?? [])
    .filter((target) => target.ending === `co.${country}` || target.ending === `com.${country}`)
    .map((target) => ({ target, score: target.share - SAME_COUNTRY + IMPOSSIBLE }))
  if (!hasSuffix) return sameCountry
  const foreign = UNMISTAKABLE.flatMap((meant) => {
    const isExact = name === meant
    if (!isExact && (Math.abs(name.length - meant.length) > 1 || differ(lettersOf(name), lettersOf(meant), 1)))
      return []
    const { edits, bits } = slipBetween(name, meant)
    if (edits > 1 || bits > LIKELY) return []
    const own = isExact ? IMPOSSIBLE : untaken(name.length)
    return (targets.byName.get(meant) ?? []).map((target) => ({
      target,
      score: target.share - bits - FOREIGN_ENDING + own,
    }))
  })
  return [...sameCountry, ...foreign]
}
