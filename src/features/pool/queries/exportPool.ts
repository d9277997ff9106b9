import { createHmac } from 'node:crypto'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { EventStore } from '../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../kernel/position.js'
import { type AddressForgotten, contributionName, type PoolEvent, PUBLIC_POOL } from '../events.js'
import { createPoolKeys } from '../keys.js'
import type { Naming } from './getPoolStats.js'

const EXPORTED: ReadonlySet<string> = new Set<PoolEvent['type']>(['ValidationContributed'])
const FORGOTTEN: ReadonlySet<string> = new Set<AddressForgotten['type']>(['AddressForgotten'])
const HASH_BYTES = 16
const MILLION = 1_000_000

/**
 * A contribution as those may have it who study them. Nobody is named: neither account nor address, nor what would lead
 * to either through the service or another list (event, batch, call, a vanity domain, the very age of an account).
 */
export interface ExportRow {
  /** Of the event: to go on behind it. */
  readonly position: Position
  readonly type: PoolEvent['type']
  /** When it was recorded, ISO 8601. */
  readonly at: string
  /** `public`, or the organisation whose pool it is, as a contributor. */
  readonly pool: string
  /** As the public knows it. */
  readonly contributorId: string
  /** Equal for one address in one pool; under a key that nothing else has. */
  readonly addressHash: string
  /** A big provider's; null for all others. */
  readonly domain: string | null
  /** Equal for one domain. */
  readonly domainHash: string
  readonly route: string
  readonly provider: string | null
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  readonly checkedAt: string
  readonly ttl: number
  /** Of the account when it voted, 0.1 to 1, in hundredths. */
  readonly weight: number
  readonly young: boolean
  readonly unique: boolean
  readonly first: boolean
  readonly newDomain: boolean
  readonly credits: number
  readonly source: 'single' | 'batch'
  /** Equal for those that came in one batch or call; null for single ones. */
  readonly batchHash: string | null
}

export interface ExportAsked {
  /** Exclusive; else from the beginning. */
  readonly after?: Position | undefined
  /** Milliseconds since the epoch, inclusive; else all that is there. */
  readonly until?: number | undefined
}

export interface ExportPoolDependencies extends Pick<Naming, 'isBigProvider'> {
  readonly store: Pick<EventStore, 'readAll'>
  readonly deriveKey: DeriveKey
  /** Accounts that are erased; nobody, where nothing is said. */
  readonly erased?: () => Promise<ReadonlyMap<string, unknown>>
}

const nobody = async () => new Map<string, unknown>()

/**
 * Every contribution of every pool, in the order of the log, without those of accounts that are erased and of addresses
 * that are forgotten. A row depends on its event alone: it is always the same, until it is there no more.
 */
export function createExportPool({ store, deriveKey, isBigProvider, erased = nobody }: ExportPoolDependencies) {
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

  /** Contributions whose address was forgotten since. */
  async function forgotten(after: Position): Promise<ReadonlySet<string>> {
    const names = new Set<string>()
    for await (const event of store.readAll({ after, types: FORGOTTEN })) {
      for (const name of (event as Recorded<AddressForgotten>).data.contributions) names.add(name)
    }
    return names
  }

  return async function* exportPool({ after = START, until = Infinity }: ExportAsked): AsyncGenerator<ExportRow, void> {
    const [gone, lost] = await Promise.all([erased(), forgotten(after)])
    for await (const event of store.readAll({ after, types: EXPORTED })) {
      if (Date.parse(event.recordedAt) > until) return
      const { id, data } = event as Recorded<PoolEvent>
      if (gone.has(data.account) || gone.has(data.pool) || lost.has(contributionName(data.account, id))) continue
      yield rowOf(event as Recorded<PoolEvent>)
    }
  }
}
