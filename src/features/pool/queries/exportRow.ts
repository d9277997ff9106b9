// One row of the pool's export, pseudonymised.
import { createHmacSha256 } from '../../../kernel/crypto/hmac.js'
import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { DAY_MS } from '../../../kernel/time.js'
import { countsAsFirst, type PoolEvent, PUBLIC_POOL } from '../events.js'
import type { NamingPolicy } from './getPoolStats.js'

const HASH_DIGITS = 32
const MILLION = 1_000_000
/** Hexadecimal digits of a row's position that are its day, in days since the epoch. */
export const DAY_DIGITS = 8

/**
 * A contribution, pseudonymised for analysis: it has no identifier and no time that the service or another list shows
 * (account, contributor, address, event, batch, request, a vanity domain, the exact age of an account).
 */
export interface ExportRow {
  /** Its day and a random place within it; pass it as `after` to resume the export. */
  readonly position: Position
  readonly type: PoolEvent['type']
  /** The UTC day of recording, `yyyy-mm-dd`. */
  readonly at: string
  /** `public`, or the id of the organisation that owns the pool, like `contributorId`. */
  readonly pool: string
  /** Equal for the same account; hashed with a key used only for exports. */
  readonly contributorId: string
  /** Equal for the same address in the same pool; hashed with that key. */
  readonly addressHash: string
  /** The domain of a large provider; null for all others. */
  readonly domain: string | null
  /** Equal for the same domain in the same pool. */
  readonly domainHash: string
  readonly route: string
  readonly provider: string | null
  readonly valid: boolean
  readonly disposable: boolean
  readonly role: boolean
  /** The UTC day of the DNS query. */
  readonly checkedAt: string
  readonly ttl: number
  /** The account's weight when it voted, 0.1 to 1, to two decimals. */
  readonly weight: number
  readonly young: boolean
  /** Counts as the first contribution of its address, as it does for the account. */
  readonly unique: boolean
  readonly first: boolean
  readonly newDomain: boolean
  readonly credits: number
  readonly source: 'single' | 'batch'
  /** Equal for contributions of the same batch or request; null for single verifications. */
  readonly batchHash: string | null
}

/** An event with the position of its row. */
export interface Sortable {
  readonly position: Position
  readonly event: Recorded<PoolEvent>
}

export const dayNumberOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

interface ExportRowDependencies extends Pick<NamingPolicy, 'isBigProvider'> {
  readonly deriveKey: DeriveKey
}

/** Pseudonymises contributions. */
export function createExportRow({ deriveKey, isBigProvider }: ExportRowDependencies) {
  const hmac = createHmacSha256(deriveKey('export'))
  const hashOf = (kind: string, text: string): string => hmac(`${kind}\n${text}`, 'hex').slice(0, HASH_DIGITS)

  /** Sorts by day, then by nothing that an account can know. */
  const positionOf = ({ id, recordedAt }: Recorded): Position =>
    dayNumberOf(Date.parse(recordedAt)).toString(16).padStart(DAY_DIGITS, '0') + hashOf('row', id).slice(DAY_DIGITS)

  function rowOf({ position, event: { type, recordedAt, data } }: Sortable): ExportRow {
    const { pool, account, address, domain, group, weight } = data
    const { route, provider, valid, disposable, role, checkedAt, ttl } = data
    const { young, first, newDomain, credits, source } = data
    return {
      position,
      type,
      at: recordedAt.slice(0, 10),
      pool: pool === PUBLIC_POOL ? pool : hashOf('account', pool),
      contributorId: hashOf('account', account),
      addressHash: hashOf('address', address),
      domain: isBigProvider(domain) ? domain : null,
      domainHash: hashOf('domain', `${pool}\n${domain}`),
      route,
      provider,
      valid,
      disposable,
      role,
      checkedAt: checkedAt.slice(0, 10),
      ttl,
      weight: Math.round((100 * weight) / MILLION) / 100,
      young,
      unique: countsAsFirst(data),
      first,
      newDomain,
      credits,
      source,
      batchHash: group === null ? null : hashOf('batch', group),
    }
  }

  return { positionOf, rowOf }
}
