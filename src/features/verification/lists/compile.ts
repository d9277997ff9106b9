// Merges the published lists into one table of domains.
import { parse } from 'tldts'
import { CODES } from '../engine/lists/file.js'
import { createTypos } from '../engine/lists/typos.js'
import { nameOf } from '../engine/lists/typoTargets.js'
import { isReservedDomain } from '../engine/reserved.js'
import { readCurated, readCuratedNames } from './curated.js'
import type { PackagedList } from './sources.js'

/** A domain name of at least two labels, each of letters, digits and inner hyphens (LDH, RFC 5890). */
const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/

/** Minimum number of provider lists that call a domain free. */
const MIN_FREE_SOURCES = 2

/**
 * Merges the lists: domain -> codes, one entry per domain, sorted. If classes conflict, the more certain one wins:
 * curated > relay > provider > disposable > listed as a provider. Disposable lists are outvoted if more lists of
 * providers contain the domain, and for a web site that many people visit, unless publishers agree.
 */
export function compileDomains(lists: readonly PackagedList[]): ReadonlyMap<string, string> {
  const curated = {
    relays: readCuratedNames('relays'),
    known: readCuratedNames('known'),
    free: readCuratedNames('free'),
    notFree: readCuratedNames('not-free'),
    providers: readCuratedNames('providers'),
    typos: readCuratedNames('typo-domains'),
  }
  const typoTargetOf = createTypos(readCurated('typo-targets'), readCurated('providers'))
  const merged = mergeLists([
    ...lists.filter(({ code }) => code !== ''),
    { code: CODES.curated, entries: [...readCuratedNames('disposable')] },
  ])

  const isKnown = (domain: string) =>
    curated.known.has(domain) || [...parentsOf(domain)].some((parent) => curated.known.has(`*.${parent}`))
  const isInOrBelow = (domain: string, set: ReadonlySet<string>) =>
    set.has(domain) || [...parentsOf(domain)].some((parent) => set.has(parent))

  /** Whether a domain is a typo of a large provider's name, which no list of providers makes a provider. */
  function isTypo(domain: string): boolean {
    const target = typoTargetOf(domain)
    return target !== undefined && nameOf(target) !== nameOf(domain)
  }

  const isFree = (domain: string, asProvider: string) =>
    asProvider.length >= MIN_FREE_SOURCES && !curated.notFree.has(domain)

  function codesOf(domain: string, codes: string): string {
    if (curated.relays.has(domain)) return CODES.relay
    if (isInOrBelow(domain, curated.relays)) return ''
    const asProvider = only(codes, CODES.provider)
    const website = only(codes, CODES.website)
    const listed = only(codes, CODES.disposable)
    const asDisposable = website === '' || isAgreed(listed) ? listed : ''
    if (curated.typos.has(domain)) return asDisposable
    if (curated.providers.has(domain) || isKnown(domain) || curated.free.has(domain)) {
      const free = curated.free.has(domain) || isFree(domain, asProvider)
      return asProvider + (free ? CODES.free : '') + CODES.known
    }
    if (asDisposable !== '' && (isTypo(domain) || !isOutvoted(domain, asProvider, asDisposable)))
      return isInOrBelow(domain, curated.providers) ? '' : asDisposable + website
    return asProvider + (isFree(domain, asProvider) ? CODES.free : '') + website
  }

  const names = new Set([...merged.keys(), ...curated.relays, ...curated.providers, ...curated.free, ...curated.known])
  return new Map(
    [...names]
      .filter(isListable)
      .sort(byCodeUnit)
      .map((name): [string, string] => [name, codesOf(name, merged.get(name) ?? '')])
      .filter(([, codes]) => codes !== ''),
  )
}

/**
 * Whether more lists of providers than publishers of disposable lists contain the domain, with `MIN_FREE_SOURCES` of the
 * former. Names below a registrable domain are excluded, dynamic DNS included: lists of providers copy throwaway names
 * there from each other.
 */
function isOutvoted(domain: string, asProvider: string, asDisposable: string): boolean {
  if (asDisposable.includes(CODES.curated) || asProvider.length < MIN_FREE_SOURCES) return false
  return asProvider.length > publishersOf(asDisposable) && parse(domain).domain === domain
}

/**
 * Whether a domain that many people visit may be called disposable: if the curated file does, or the list whose entries are
 * reviewed one by one (`j`, `p`) and another publisher.
 */
const isAgreed = (asDisposable: string) =>
  asDisposable.includes(CODES.curated) || (/[jp]/.test(asDisposable) && publishersOf(asDisposable) > 1)

/**
 * The number of publishers with lists of their own: one package publishes `d` and `w`, `p` is a later state of `j`, and
 * `x` collects what others publish.
 */
function publishersOf(asDisposable: string): number {
  const own = asDisposable.replace('w', 'd').replace('p', 'j').replace('x', '')
  return Math.max(new Set(own).size, Math.min(asDisposable.length, 1))
}

/** Domain -> codes of all lists that contain it, in alphabetical order. */
function mergeLists(lists: readonly { code: string; entries: readonly string[] }[]): ReadonlyMap<string, string> {
  const merged = new Map<string, Set<string>>()
  for (const { code, entries } of lists)
    for (const entry of entries) {
      const domain = entry.trim().toLowerCase()
      merged.set(domain, (merged.get(domain) ?? new Set()).add(code))
    }
  return new Map([...merged].map(([domain, codes]) => [domain, [...codes].sort().join('')]))
}

/** Whether an entry is a name that a list can say something about: not a suffix below which anyone registers names. */
export const isListable = (name: string): boolean => NAME.test(name) && !isReservedDomain(name) && !isPublicSuffix(name)

/** Whether the name is a public suffix, in either section of the public suffix list. */
function isPublicSuffix(name: string): boolean {
  return parse(name, { allowPrivateDomains: true }).publicSuffix === name
}

function* parentsOf(domain: string): Generator<string> {
  for (let dot = domain.indexOf('.'); dot !== -1; dot = domain.indexOf('.', dot + 1)) yield domain.slice(dot + 1)
}

const only = (codes: string, of: string) => [...codes].filter((code) => of.includes(code)).join('')

const byCodeUnit = (a: string, b: string) => (a < b ? -1 : 1)
