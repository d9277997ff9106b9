import { createHmac } from 'node:crypto'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { type AddressForgotten, contributionName, type PoolEvent, PUBLIC_POOL } from '../events.js'
import { createPoolKeys } from '../keys.js'
import type { NamingPolicy } from './getPoolStats.js'

const EXPORTED: ReadonlySet<string> = new Set<PoolEvent['type']>(['ValidationContributed'])
const FORGOTTEN: ReadonlySet<string> = new Set<AddressForgotten['type']>(['AddressForgotten'])
const HASH_BYTES = 16
const MILLION = 1_000_000

/**
 * A contribution, anonymised for analysis: it names neither account nor address, nor anything that leads to either
 * through the service or another list (event, batch, request, a vanity domain, the exact age of an account).
 */
export interface ExportRow {
  /** Position of the event; pass it as `after` to resume the export. */
  readonly position: Position
  readonly type: PoolEvent['type']
  /** When it was recorded, ISO 8601. */
  readonly at: string
  /** `public`, or the contributor id of the organisation that owns the pool. */
  readonly pool: string
  /** The public, anonymous id of the account. */
  readonly contributorId: string
  /** Equal for the same address in the same pool; hashed with a key used for nothing else. */
  readonly addressHash: string
  /** The domain of a large provider; null for all others. */
  readonly domain: string | null
  /** Equal for the same domain. */
  readonly domainHash: string
  readonly route: string
  readonly provider: string | null
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  readonly checkedAt: string
  readonly ttl: number
  /** The account's weight when it voted, 0.1 to 1, to two decimals. */
  readonly weight: number
  readonly young: boolean
  readonly unique: boolean
  readonly first: boolean
  readonly newDomain: boolean
  readonly credits: number
  readonly source: 'single' | 'batch'
  /** Equal for contributions of the same batch or request; null for single verifications. */
  readonly batchHash: string | null
}

export interface ExportOptions {
  /** Exclusive; default: from the start of the log. */
  readonly after?: Position | undefined
  /** Milliseconds since the epoch, inclusive; default: to the end of the log. */
  readonly until?: number | undefined
}

export interface ExportPoolDependencies extends Pick<NamingPolicy, 'isBigProvider'> {
  readonly store: Pick<EventStore, 'readAll'>
  readonly deriveKey: DeriveKey
  /** Erased accounts; default: none. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

const noneErased = async () => new Map<string, unknown>()

/**
 * Every contribution of every pool in log order, except those of erased accounts and forgotten addresses. A row depends
 * on its event only, so repeated exports yield identical rows.
 */
export function createExportPool({ store, deriveKey, isBigProvider, erased = noneErased }: ExportPoolDependencies) {
  const { contributorOf } = createPoolKeys({ deriveKey })
  const key = deriveKey('export')
  const hashOf = (kind: string, text: string): string =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest().subarray(0, HASH_BYTES).toString('hex')

  function rowOf({ position, type, recordedAt: at, data }: Recorded<PoolEvent>): ExportRow {
    const { pool, account, address, domain, group, weight } = data
    const { route, provider, valid, disposable, role, checkedAt, ttl } = data
    const { young, unique, first, newDomain, credits, source } = data
    return {
      position,
      type,
      at,
      pool: pool === PUBLIC_POOL ? pool : contributorOf(pool),
      contributorId: contributorOf(account),
      addressHash: hashOf('address', address),
      domain: isBigProvider(domain) ? domain : null,
      domainHash: hashOf('domain', domain),
      route,
      provider,
      valid,
      disposable,
      role,
      checkedAt,
      ttl,
      weight: Math.round((100 * weight) / MILLION) / 100,
      young,
      unique,
      first,
      newDomain,
      credits,
      source,
      batchHash: group === null ? null : hashOf('batch', group),
    }
  }

  /** The names of contributions whose address has been forgotten since. */
  async function forgotten(after: Position): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    for await (const event of store.readAll({ after, types: FORGOTTEN })) {
      for (const name of (event as Recorded<AddressForgotten>).data.contributions) names.add(name)
    }
    return names
  }

  return async function* exportPool({
    after = START,
    until = Infinity,
  }: ExportOptions): AsyncGenerator<ExportRow, void> {
    const [erasedAccounts, forgottenNames] = await Promise.all([erased(), forgotten(after)])
    for await (const event of store.readAll({ after, types: EXPORTED })) {
      if (Date.parse(event.recordedAt) > until) return
      const { id, data } = event as Recorded<PoolEvent>
      if (erasedAccounts.has(data.account) || erasedAccounts.has(data.pool)) continue
      if (forgottenNames.has(contributionName(data.account, id))) continue
      yield rowOf(event as Recorded<PoolEvent>)
    }
  }
}
