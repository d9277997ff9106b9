// Reads the entries of an account's own list.
import { yieldToEventLoop } from '../../../kernel/concurrency/yielding.js'
import { Failure } from '../../../kernel/failure.js'
import { perAccount } from '../../../kernel/limits.js'
import { parseDomain, parseMailbox } from '../../verification/index.js'

/** Entries in their normal form, each once. */
export interface Entries {
  /** A-labels in order; with `*.` before it, for every name below it. */
  readonly domains: readonly string[]
  /** Canonical addresses. */
  readonly addresses: ReadonlySet<string>
}

const BELOW = '*.'
const SLICE = 1_000
const MAX_PROBLEMS = 20

/**
 * Parses entries: an address, a domain, or `*.` and a domain for every name below it. Defined for any text.
 * @throws Failure VALIDATION_ERROR
 */
export async function parseEntries(texts: readonly string[], account: string): Promise<Entries> {
  const domains = new Set<string>()
  const addresses = new Set<string>()
  const problems: { readonly path: string; readonly message: string }[] = []
  for (const [index, text] of texts.entries()) {
    if (index % SLICE === SLICE - 1) await yieldToEventLoop(account)
    const entry = parseEntry(text.trim())
    if ('problem' in entry) problems.push({ path: `/entries/${index}`, message: entry.problem })
    else if ('address' in entry) addresses.add(entry.address)
    else domains.add(entry.domain)
    if (problems.length === MAX_PROBLEMS) break
  }
  if (problems.length > 0) {
    const [{ path, message }] = problems as [(typeof problems)[0]]
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    throw new Failure('VALIDATION_ERROR', `${path}: ${message}${more}.`, { problems })
  }
  return { domains: [...domains].sort(), addresses }
}

/** Maximum number of entries of a list. */
export const MAX_ENTRIES = perAccount.lists.maxEntries

function parseEntry(text: string): { address: string } | { domain: string } | { problem: string } {
  if (text === '') return { problem: 'must not be empty' }
  if (text.includes('@')) {
    const parsed = parseMailbox(text)
    return parsed.ok ? { address: parsed.mailbox.canonical } : { problem: 'is not an email address' }
  }
  const below = text.startsWith(BELOW)
  const name = (below ? text.slice(BELOW.length) : text).replace(/\.$/, '')
  const domain = parseDomain(name)
  if (typeof domain === 'string' || domain.kind === 'literal')
    return { problem: 'must be an address, a domain such as example.com, or *.example.com for every name below it' }
  if (!below && !domain.ascii.includes('.'))
    return { problem: `is a single name; *.${domain.ascii} stands for every domain that ends in it` }
  return { domain: (below ? BELOW : '') + domain.ascii }
}
