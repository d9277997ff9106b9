// What the lists say: facts about a domain, whether a local part is a role, and who operates a mail exchange.
import { getDomain } from 'tldts'
import { imitatedDomain, isConfusableDomain } from '../confusables.js'
import type { DomainFacts, Listed } from '../facts.js'
import { isReservedDomain } from '../reserved.js'
import { createEndings } from './endings.js'
import { createExchanges } from './exchanges.js'
import { CODES, type ListSource, readTableHeader, type TableHeader } from './file.js'
import { createRoles } from './roles.js'
import { createTable, type Hit } from './table.js'
import { createTypos } from './typos.js'
import { nameOf, withoutDots } from './typoTargets.js'

/** Facts about names from one version of the lists. Pure, and defined for any string. */
export interface Lists {
  /** Date and hash of the domains: `2026-11-26.3fa91c04d2b7`. */
  readonly version: string
  /** The source lists. */
  readonly sources: readonly ListSource[]
  /** @param ascii lower-case A-labels without a final dot; anything else is on no list */
  domainFacts(ascii: string): DomainFacts
  /**
   * Whether the mailbox belongs to a function rather than a person (RFC 2142 and curated names), with or without a
   * `+tag`. @param localContent the local part without its quotes, in any case
   */
  isRole(localContent: string): boolean
  /** The operator of the mailboxes behind a mail exchange; undefined when unknown or hidden behind a filter. */
  providerByExchange(exchange: string): string | undefined
  /** The facts once the route is known. Only if the operator's own lists have entries for mail exchanges. */
  readonly routedFacts?: (domain: DomainFacts, exchanges: readonly string[]) => DomainFacts
}

interface Provider {
  readonly name: string
  readonly major: boolean
}

// RFC 1035 section 2.3.4, as text.
const MAX_NAME_LENGTH = 253

/**
 * Opens a list file. Throws if it is malformed or truncated.
 * @param bytes a file that `features/verification/lists/listFile.ts` wrote; retained, not copied
 * @param embedded the file that ships with the program, which alone has sections beside the domains
 */
export function createLists(bytes: Buffer, embedded = bytes): Lists {
  const own = readTableHeader(bytes)
  const { version, sources, domainsAt, domainCount } = own
  const head = embedded === bytes ? own : readTableHeader(embedded)
  const domains = createTable(bytes, domainsAt)
  if (domains.size !== domainCount)
    throw new Error(`The list file is incomplete: it has ${domains.size} of ${domainCount} domains`)
  const providers = readProviders(head)
  const sourcesOf = createSourcesOf(sources)
  const slipOf = createTypos(lines(head, 'typo-targets'), lines(head, 'providers'))
  const withRealEnding = createEndings(lines(head, 'endings'))

  const find = (name: string) => (name.length > MAX_NAME_LENGTH ? [] : domains.find(name))

  const isKnown = (name: string, hits: readonly Hit[]) =>
    providers.has(name) || hits.some((hit) => (hit.start === 0 && has(hit, KNOWN)) || has(hit, CODES.relay))

  /** The domain that was probably intended: a provider's, or the typed one under an ending that exists. */
  function meant(name: string, hits: readonly Hit[]): string | undefined {
    if (isKnown(name, hits)) return undefined
    const suggestion = slipOrMended(name)
    return suggestion !== undefined && isSuggestible(suggestion) ? suggestion : undefined
  }

  function slipOrMended(name: string): string | undefined {
    const slip = slipOf(name)
    if (slip !== undefined && (nameOf(slip) === nameOf(name) || withoutDots(slip) === withoutDots(name))) return slip
    const mended = withRealEnding(name)
    if (mended === undefined) return slip
    return isKnown(mended, find(mended)) ? mended : (slip ?? slipOf(mended) ?? mended)
  }

  function isSuggestible(name: string): boolean {
    const hits = find(name)
    return !isReservedDomain(name) && (isKnown(name, hits) || slipOf(name) === undefined) && !disposable(name, hits)
  }

  /** The entry that makes a name disposable, also if the name is one slip from a provider's. */
  function disposable(name: string, hits: readonly Hit[]): Listed | undefined {
    const hit = hits.findLast((each) => has(each, CODES.disposable) && isOfOneOwner(name, each))
    return hit && { entry: name.slice(hit.start), sources: sourcesOf(hit.codes.replace(CODES.website, '')) }
  }

  return {
    version,
    sources,
    domainFacts(ascii) {
      const hits = find(ascii)
      const provider = providers.get(ascii)
      const privacyRelay = hits.some((hit) => has(hit, CODES.relay))
      const imitated = imitatedDomain(ascii, (name) => isKnown(name, find(name)))
      return {
        disposable: privacyRelay || provider ? undefined : disposable(ascii, hits),
        privacyRelay,
        free: hits.some((hit) => hit.start === 0 && has(hit, CODES.free)),
        provider: provider?.name,
        meant: imitated ?? meant(ascii, hits),
        confusable: imitated !== undefined || isConfusableDomain(ascii),
        reserved: isReservedDomain(ascii),
        major: provider?.major ?? false,
      }
    },
    isRole: createRoles(lines(head, 'roles')),
    providerByExchange: createExchanges(lines(head, 'exchanges')),
  }
}

const KNOWN = CODES.known + CODES.free + CODES.provider + CODES.website

const lines = (head: TableHeader, section: string) => head.sections.get(section) ?? []

function has(hit: Hit, codes: string): boolean {
  for (const code of hit.codes) if (codes.includes(code)) return true
  return false
}

/**
 * Whether an entry for a parent applies to the name: the parent must be the registrable domain or below it. Private
 * suffixes (hosting and dynamic DNS, the second part of the public suffix list) separate owners just as public ones do.
 */
function isOfOneOwner(name: string, { start }: Hit): boolean {
  if (start === 0) return true
  const registrable = getDomain(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false })
  return registrable !== null && name.length - start >= registrable.length
}

function readProviders(head: TableHeader): ReadonlyMap<string, Provider> {
  return new Map(
    lines(head, 'providers').map((line) => {
      const [domain = '', name = '', major] = line.split(' ')
      return [domain, { name, major: major === 'major' }]
    }),
  )
}

/** Memoises the list names per combination of codes, of which there are few. */
function createSourcesOf(sources: readonly ListSource[]): (codes: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (codes) => {
    const cached = known.get(codes)
    if (cached) return cached
    const names = sources.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
    known.set(codes, names)
    return names
  }
}
