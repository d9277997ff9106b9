// Records a synchronous batch as few events.
import { createNumbering } from '../../kernel/numbering.js'
import { MAX_APPEND_BYTES } from '../../kernel/ports/eventStore.js'
import type { Caller } from '../accounts/index.js'
import type { SharedResult } from '../pool/events.js'
import { encodeShared } from '../pool/index.js'
import {
  encodeCodes,
  encodeRulings,
  judgementCodes,
  keyOf,
  listsOf,
  STATUS_LETTERS,
  V1_REASON_LETTERS,
} from './encoding.js'
import type { V1Verdict } from './engine/policy/v1.js'
import type { AddressesVerified } from './events.js'
import type { JudgedFacts } from './judgeGathered.js'
import type { Membership } from './sharing.js'
import { asciiDomainOf, isCharged, suggestedDomainOf, summarise } from './verdict.js'

/** Addresses per event. */
const ROWS_PER_EVENT = 1_000
/** Maximum size of an event without its envelope, domains, suggestions, codes and shared results. */
const FRAME_BYTES = 17 * 1024
const ENVELOPE_BYTES = 1_024
/** Maximum size of an event's domains; further domains are left out to keep the event small. */
const MAX_DOMAIN_BYTES = 32 * 1024
/** Space reserved for shared results, which take precedence over domains because they contain them too. */
const SHARED_BYTES = 64 * 1024

/** Space reserved for sealed addresses: a mask of two characters and a line break per row, in base64 twice. */
const ADDRESS_BYTES = 24 * 1024

/** Maximum size of the numbers of a suggestion in JSON. */
const PAIR_BYTES = 8

/**
 * What is recorded of one address of a call. Without its facts: they would stay in memory until the whole call is answered, and
 * collecting them costs more than judging.
 */
export interface RecordedRow extends Omit<JudgedFacts, 'facts' | 'tracked'> {
  /** Version of the lists that the address was looked up in. */
  readonly lists: string | undefined
}

/** What a call verified, row by row. */
interface VerifiedRows {
  readonly rows: readonly RecordedRow[]
  /** The canonical address of each row. */
  readonly canonical: readonly string[]
}

/**
 * The events of a synchronous batch, for a single append: one event per thousand rows. A repeated address is charged
 * with the first of its rows that has a verdict, and contributed with the first that can be.
 */
export function addressesVerified(
  { account, key, addressKeeping }: Pick<Caller, 'account' | 'key' | 'addressKeeping'>,
  { pool, share }: Membership,
  { rows, canonical }: VerifiedRows,
  durationUs: number,
): AddressesVerified[] {
  const charged = new Set<string>()
  const contributed = new Set<string>()
  const events: AddressesVerified[] = []
  let left = MAX_APPEND_BYTES
  const forAddresses = addressKeeping ? ADDRESS_BYTES : 0
  for (let from = 0; from < rows.length; from += ROWS_PER_EVENT) {
    const part = rows.slice(from, from + ROWS_PER_EVENT)
    const chargedBefore = charged.size
    for (let row = 0; row < part.length; row++) if (isCharged(part[row]!.verdict)) charged.add(canonical[from + row]!)
    const judged = encodeCodes(judgementCodes(part))
    const room = left / Math.ceil((rows.length - from) / ROWS_PER_EVENT) - ENVELOPE_BYTES - forAddresses
    const rulings = encodeRulings(part)
    const forDomains = room - FRAME_BYTES - sizeOf(judged.codes) - sizeOf(rulings ?? {}) - (share ? SHARED_BYTES : 0)
    const { lookUps, hits } = poolUseOf(part)
    const data: AddressesVerified['data'] = {
      account,
      ...summarise(part),
      charged: charged.size - chargedBefore,
      durationUs,
      ...columnsOf(part, Math.min(MAX_DOMAIN_BYTES, Math.max(0, forDomains))),
      ...judged,
      lists: listsOf(part[0]?.lists),
      key: keyOf(key),
      ...(rulings && { rulings }),
      ...(lookUps > 0 && { pool: { pool, lookUps, hits } }),
    }
    const bytes = sizeOf(data)
    const shared = share ? encodeShared(pool, firstsOf(part, from), room - bytes) : undefined
    events.push({ type: 'AddressesVerified', data: shared ? { ...data, shared } : data })
    left -= ENVELOPE_BYTES + forAddresses + bytes + (shared ? sizeOf(shared) : 0)
  }
  return events

  function* firstsOf(part: readonly RecordedRow[], from: number): Generator<SharedResult> {
    for (const [row, { shared }] of part.entries()) {
      const address = canonical[from + row]!
      if (!shared || contributed.has(address)) continue
      contributed.add(address)
      yield shared
    }
  }
}

function poolUseOf(rows: readonly RecordedRow[]): { lookUps: number; hits: number } {
  let lookUps = 0
  let hits = 0
  for (const { poolConsulted, verdict } of rows) {
    if (poolConsulted) lookUps++
    if (verdict.fromPool) hits++
  }
  return { lookUps, hits }
}

type Columns =
  | 'status'
  | 'reason'
  | 'flags'
  | 'domains'
  | 'domain'
  | 'providers'
  | 'provider'
  | 'suggestions'
  | 'suggestion'

/** @param bytes for domains, with their providers, and suggestions */
function columnsOf(rows: readonly RecordedRow[], bytes: number): Pick<AddressesVerified['data'], Columns> {
  const indexes = new Map<string, number>()
  const domain: number[] = []
  const providers = createNumbering<string>()
  const provider: number[] = []
  const suggestions = new Map<string, number>()
  const suggestion: number[] = []
  let room = bytes
  let status = ''
  let reason = ''
  let flags = ''
  for (let row = 0; row < rows.length; row++) {
    const { verdict } = rows[row]!
    status += STATUS_LETTERS[verdict.status]
    reason += verdict.reason ? V1_REASON_LETTERS[verdict.reason] : '-'
    flags += flagsOf(verdict.checks)
    domain.push(indexOf(asciiDomainOf(verdict), verdict.provider))
    const meant = suggestedDomainOf(verdict)
    if (meant !== undefined) suggest(row, meant)
  }
  return {
    status,
    reason,
    flags,
    domains: [...indexes.keys()],
    domain,
    providers: providers.values(),
    provider: provider.slice(0, provider.findLastIndex((index) => index !== -1) + 1),
    ...(suggestion.length > 0 && { suggestions: [...suggestions.keys()], suggestion }),
  }

  function indexOf(name: string | null, operator: string | undefined): number {
    if (name === null) return -1
    const known = indexes.get(name)
    if (known !== undefined) return known
    if (name.length > room) return -1
    room -= name.length
    indexes.set(name, indexes.size)
    provider.push(operator === undefined ? -1 : providers.of(operator))
    return indexes.size - 1
  }

  function suggest(row: number, meant: string): void {
    const known = suggestions.get(meant)
    const size = PAIR_BYTES + (known === undefined ? meant.length : 0)
    if (size > room) return
    room -= size
    suggestions.set(meant, known ?? suggestions.size)
    suggestion.push(row, known ?? suggestions.size - 1)
  }
}

/** Bytes in JSON: names of rules are in any script. */
const sizeOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

/** A digit from 0 to 7. */
const flagsOf = ({ disposable, role, free }: V1Verdict['checks']): number => +disposable + 2 * +role + 4 * +free
