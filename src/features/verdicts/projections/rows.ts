// The rows of events of verifications: what the read model of verdicts counts.
import type { Recorded } from '../../../kernel/envelope.js'
import { createNumbering } from '../../../kernel/numbering.js'
import type { BatchChunkVerified } from '../../batches/events.js'
import {
  codeAt,
  domainless,
  parseJudgement,
  STATUS_LETTERS,
  statusOf,
  suggestionsOf,
} from '../../verification/encoding.js'
import type { AddressesVerified, AddressVerified, VerdictStatus } from '../../verification/events.js'

export type Verified = AddressVerified | AddressesVerified | BatchChunkVerified

/** Which operation the addresses were sent to: `call` is a synchronous batch. */
export type Api = 'v1' | 'v2' | 'call' | 'batch'

/** A name of an open set; null if there is none, undefined if it was not recorded. */
export type Named = string | null | undefined

/** What is counted of a row. */
export interface Row {
  readonly status: VerdictStatus
  /** Undefined if it was not recorded, as its reason. */
  readonly decision: 'allow' | 'review' | 'deny' | undefined
  /** The deciding reason. */
  readonly reason: string | undefined
  readonly provider: Named
  readonly disposable: boolean
  readonly role: boolean
  readonly free: boolean
  /** Whether another domain was suggested; undefined if it was not recorded. */
  readonly typo: boolean | undefined
}

/** What an event counts as: rows that are counted alike, with their number, and domains. */
export interface Rows {
  readonly rows: readonly { readonly row: Row; readonly count: number }[]
  readonly domains: readonly { readonly domain: Named; readonly count: number }[]
  /** Number of rows that the signal pool answered. */
  readonly pooled: number
}

export const apiOf = (event: Recorded<Verified>): Api =>
  event.type === 'AddressVerified' ? event.data.api : event.type === 'AddressesVerified' ? 'call' : 'batch'

export function rowsOf(event: Recorded<Verified>): Rows {
  switch (event.type) {
    case 'AddressVerified':
      return {
        rows: [{ row: singleRow(event.data), count: 1 }],
        domains: [{ domain: event.data.domain, count: 1 }],
        pooled: event.data.pool?.hits ?? 0,
      }
    case 'AddressesVerified':
      return callRows(event.data)
    case 'BatchChunkVerified':
      return batchRows(event.data)
  }
}

function singleRow(data: AddressVerified['data']): Row {
  const { status, decision, reasons, provider, disposable, role, free, suggestion } = data
  return {
    status,
    decision: decision ?? undefined,
    reason: decision === null ? undefined : (reasons?.[0] ?? 'deliverable'),
    provider,
    disposable,
    role,
    free,
    typo: decision === null ? undefined : suggestion !== undefined,
  }
}

const DISPOSABLE = 1
const ROLE = 2
const FREE = 4

/** What a row of columns has: rows with equal traits are counted together. */
interface Traits {
  readonly status: string
  readonly code: string | undefined
  /** Bits as in the flags of events. */
  readonly bits: number
  readonly provider: Named
  readonly typo: boolean | undefined
}

function rowOf({ status, code, bits, provider, typo }: Traits): Row {
  const judgement = code ? parseJudgement(code) : undefined
  return {
    status: statusOf(status),
    decision: judgement?.decision,
    reason: judgement?.reasons[0],
    provider,
    disposable: (bits & DISPOSABLE) !== 0,
    role: (bits & ROLE) !== 0,
    free: (bits & FREE) !== 0,
    typo,
  }
}

function callRows({
  status,
  flags,
  domains,
  domain,
  providers,
  provider,
  pool,
  ...data
}: AddressesVerified['data']): Rows {
  const rows = createTally()
  const names = new Map<Named, number>()
  const suggested = suggestionsOf(data)
  for (let row = 0; row < status.length; row++) {
    const at = domain[row]!
    const code = codeAt(data, row, status.length)
    const name = at < 0 ? domainless(status[row]!, code, data.reason[row]!) : domains[at]
    names.set(name, (names.get(name) ?? 0) + 1)
    rows.add({
      status: status[row]!,
      code,
      bits: Number(flags[row]),
      provider:
        at < 0 || !providers || !provider ? (name === null ? null : undefined) : (providers[provider[at]!] ?? null),
      typo: code === undefined ? undefined : suggested.has(row),
    })
  }
  return {
    rows: rows.counted(),
    domains: [...names].map(([name, count]) => ({ domain: name, count })),
    pooled: pool?.hits ?? 0,
  }
}

function batchRows({ results, from, to }: BatchChunkVerified['data']): Rows {
  const { status, flags, providers, provider, meant, pooled } = results
  const rows = createTally()
  for (let row = 0; row < status.length; row++) {
    rows.add({
      status: status[row]!,
      code: codeAt(results, row, status.length),
      // The second of two hex digits; the first has bits that are not counted.
      bits: Number.parseInt(flags[2 * row + 1]!, 16),
      provider: providers[provider[row]!] ?? null,
      typo: meant[row] !== undefined,
    })
  }
  return {
    rows: rows.counted(),
    domains: [{ domain: undefined, count: to - from }],
    pooled: pooled ? Object.keys(pooled).length : 0,
  }
}

/** More than an event has rows, and with them providers. */
const MAX_ROWS = 65_536
/** Values of a hex digit. */
const BITS = 16
const STATUSES: readonly string[] = Object.values(STATUS_LETTERS)
const TYPOS = [undefined, false, true]

/** Counts rows with equal traits. Rows are compared by numbers: texts would be built and thrown away for each row. */
function createTally() {
  const codes = createNumbering<string | undefined>()
  const providers = createNumbering<Named>()
  const counts = new Map<number, { readonly row: Row; count: number }>()
  return {
    add(traits: Traits): void {
      const { status, code, bits, provider, typo } = traits
      const pair = codes.of(code) * MAX_ROWS + providers.of(provider)
      const key =
        ((pair * STATUSES.length + STATUSES.indexOf(status)) * BITS + bits) * TYPOS.length + TYPOS.indexOf(typo)
      const known = counts.get(key)
      if (known) known.count++
      else counts.set(key, { row: rowOf(traits), count: 1 })
    },
    counted: (): Rows['rows'] => [...counts.values()],
  }
}
