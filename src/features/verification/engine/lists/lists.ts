import { getDomain } from 'tldts'
import type { DomainFacts, Listed } from '../facts.js'
import { isReservedDomain } from '../reserved.js'
import { createExchanges } from './exchanges.js'
import { CODES, type Head, readHead, type Source } from './file.js'
import { createRoles } from './roles.js'
import { createTable, type Hit } from './table.js'
import { createTypos } from './typos.js'

/** What the lists say of names; pure, and total over any string. */
export interface Lists {
  /** The lists behind the answers. */
  readonly sources: readonly Source[]
  /** @param ascii lower-case A-labels without a final dot; anything else is on no list */
  domainFacts(ascii: string): DomainFacts
  /**
   * Whether the mailbox belongs to a function rather than a person (RFC 2142 and curated names), with or without a
   * `+tag`. @param localContent the local part without its quotes, in any case
   */
  isRole(localContent: string): boolean
  /** The operator of the mailboxes behind a mail exchange; undefined when unknown or hidden behind a filter. */
  providerByExchange(exchange: string): string | undefined
}

interface Provider {
  readonly name: string
  readonly major: boolean
}

// RFC 1035 section 2.3.4, as text.
const LONGEST_NAME = 253

/**
 * Throws when the file is malformed or cut off.
 * @param bytes the generated file, as `scripts/lists/build.ts` writes it; kept, not copied
 */
export function createLists(bytes: Buffer): Lists {
  const head = readHead(bytes)
  const domains = createTable(bytes, head.domainsAt)
  if (domains.size !== head.domainCount)
    throw new Error(`The lists hold ${domains.size} of ${head.domainCount} domains`)
  const providers = readProviders(head)
  const sourcesOf = createSourcesOf(head.sources)
  const slipOf = createTypos(lines(head, 'typo-targets'), lines(head, 'providers'))

  const find = (name: string) => (name.length > LONGEST_NAME ? [] : domains.find(name))

  const isKnown = (name: string, hits: readonly Hit[]) =>
    providers.has(name) || hits.some((hit) => (hit.start === 0 && has(hit, KNOWN)) || has(hit, CODES.relay))

  const meant = (name: string, hits: readonly Hit[]) => (isKnown(name, hits) ? undefined : slipOf(name))

  /** The entry that makes a name disposable. A slip of a provider’s name is a typo first, but for the curated file. */
  function disposable(name: string, hits: readonly Hit[], isTypo: boolean): Listed | undefined {
    const letters = isTypo ? CODES.curated : CODES.disposable
    const hit = hits.findLast((each) => has(each, letters) && isOfOneOwner(name, each))
    return hit && { entry: name.slice(hit.start), sources: sourcesOf(hit.codes) }
  }

  return {
    sources: head.sources,
    domainFacts(ascii) {
      const hits = find(ascii)
      const provider = providers.get(ascii)
      const privacyRelay = hits.some((hit) => has(hit, CODES.relay))
      const suggestion = meant(ascii, hits)
      return {
        disposable: privacyRelay || provider ? undefined : disposable(ascii, hits, suggestion !== undefined),
        privacyRelay,
        free: hits.some((hit) => hit.start === 0 && has(hit, CODES.free)),
        provider: provider?.name,
        meant: suggestion,
        reserved: isReservedDomain(ascii),
        major: provider?.major ?? false,
      }
    },
    isRole: createRoles(lines(head, 'roles')),
    providerByExchange: createExchanges(lines(head, 'exchanges')),
  }
}

const KNOWN = CODES.known + CODES.free + CODES.provider

const lines = (head: Head, section: string) => head.sections.get(section) ?? []

function has(hit: Hit, codes: string): boolean {
  for (const code of hit.codes) if (codes.includes(code)) return true
  return false
}

/**
 * Whether a parent speaks for the name: it is the registrable domain or below it. Private suffixes (a host's or dynamic
 * DNS service's customers, the second part of the public suffix list) separate owners as public ones do.
 */
function isOfOneOwner(name: string, { start }: Hit): boolean {
  if (start === 0) return true
  const registrable = getDomain(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false })
  return registrable !== null && name.length - start >= registrable.length
}

function readProviders(head: Head): ReadonlyMap<string, Provider> {
  return new Map(
    lines(head, 'providers').map((line) => {
      const [domain = '', name = '', major] = line.split(' ')
      return [domain, { name, major: major === 'major' }]
    }),
  )
}

/** The few combinations of codes that occur share their lists of names. */
function createSourcesOf(sources: readonly Source[]): (codes: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (codes) => {
    const cached = known.get(codes)
    if (cached) return cached
    const names = sources.filter(({ code }) => codes.includes(code)).map(({ name }) => name)
    known.set(codes, names)
    return names
  }
}
