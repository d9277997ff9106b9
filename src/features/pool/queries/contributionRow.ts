// One row of the export of contributions, pseudonymised.

import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { createPseudonyms } from '../../../kernel/crypto/pseudonyms.js'
import { type Columns, nullable, required } from '../../../kernel/dataset.js'
import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { DAY_MS } from '../../../kernel/time.js'
import { countsAsFirst, type PoolEvent, PUBLIC_POOL } from '../events.js'
import type { Level } from '../levels.js'
import type { NamingPolicy } from './getPoolStats.js'

const MILLION = 1_000_000
/** Hexadecimal digits of a row's position that are its day, in days since the epoch. */
export const DAY_DIGITS = 8

/**
 * A contribution, pseudonymised for analysis: it has no identifier and no time that the service or another list shows
 * (account, contributor, address, event, batch, request, a vanity domain, the exact age of an account).
 */
export interface ContributionRow {
  readonly rowPosition: Position
  readonly occurredOn: string
  readonly pool: string
  readonly accountHash: string
  readonly contributorLevel: Level['name']
  readonly isEstablished: boolean
  readonly accountWeight: number
  readonly addressHash: string
  readonly emailDomain: string | null
  readonly domainHash: string
  readonly provider: string | null
  readonly route: string
  readonly isValid: boolean
  readonly isDisposable: boolean
  readonly isRole: boolean
  readonly checkedOn: string
  readonly ttlSeconds: number
  readonly isCounted: boolean
  readonly credits: number
  readonly isUnique: boolean
  readonly isFirstOfAccount: boolean
  readonly isNewDomain: boolean
  readonly batchHash: string | null
}

export const contributionColumns: Columns<ContributionRow> = {
  rowPosition: required('text', 'the day and a random place within it: pass it to `--after` to resume'),
  occurredOn: required('date', 'UTC day of the contribution'),
  pool: required('text', '`public`, or the `account_hash` of the organisation that owns the pool'),
  accountHash: required('text', 'equal for the same account, in every export'),
  contributorLevel: required(
    'text',
    "the account's level in the pool at the end of that day, by its counted contributions until then",
  ),
  isEstablished: required('boolean', 'whether the account was established, so that its vote counts towards a quorum'),
  accountWeight: required('number', "weight of the account's vote, 0.1 to 1, to two decimals"),
  addressHash: required('text', 'equal for the same address in the same pool'),
  emailDomain: nullable('text', 'domain of a large provider; null for all others'),
  domainHash: required('text', 'equal for the same domain in the same pool'),
  provider: nullable('text', 'who runs the mail servers, if known'),
  route: required('text', 'how mail is routed, as in `GET /v1/decisions`'),
  isValid: required('boolean', 'whether mail can be delivered: what the account voted'),
  isDisposable: required('boolean', 'at a service that hands out short-lived mailboxes'),
  isRole: required('boolean', 'the address of a function, such as `sales@`'),
  checkedOn: required('date', 'UTC day on which DNS was asked'),
  ttlSeconds: required('integer', 'for how long the result was good'),
  isCounted: required(
    'boolean',
    'whether it earned credits: only such contributions count towards ranks, levels and the leaderboard',
  ),
  credits: required('integer', 'credits earned'),
  isUnique: required('boolean', 'whether it counts as the first contribution of its address: a unique contribution'),
  isFirstOfAccount: required('boolean', "whether it is the account's first vote on the address"),
  isNewDomain: required('boolean', 'whether it made the domain one that several established accounts have contributed'),
  batchHash: nullable('text', 'equal for contributions of the same batch or request; null for single verifications'),
}

/** An event with the position of its row. */
export interface Sortable {
  readonly position: Position
  readonly event: Recorded<PoolEvent>
}

export const dayNumberOf = (milliseconds: number): number => Math.floor(milliseconds / DAY_MS)

interface ContributionRowDependencies extends Pick<NamingPolicy, 'isBigProvider'> {
  readonly deriveKey: DeriveKey
}

/** Pseudonymises contributions. */
export function createContributionRow({ deriveKey, isBigProvider }: ContributionRowDependencies) {
  const { pseudonymOf } = createPseudonyms(deriveKey)

  /** Sorts by day, then by nothing that an account can know. */
  const positionOf = ({ id, recordedAt }: Recorded): Position =>
    dayNumberOf(Date.parse(recordedAt)).toString(16).padStart(DAY_DIGITS, '0') +
    pseudonymOf('row', id).slice(DAY_DIGITS)

  /** @param level of the account in the pool */
  function rowOf({ position, event: { recordedAt, data } }: Sortable, level: Level['name']): ContributionRow {
    const { pool, account, address, domain, group, weight } = data
    return {
      rowPosition: position,
      occurredOn: recordedAt.slice(0, 10),
      pool: pool === PUBLIC_POOL ? pool : pseudonymOf('account', pool),
      accountHash: pseudonymOf('account', account),
      contributorLevel: level,
      isEstablished: !data.young,
      accountWeight: Math.round((100 * weight) / MILLION) / 100,
      addressHash: pseudonymOf('address', address),
      emailDomain: isBigProvider(domain) ? domain : null,
      domainHash: pseudonymOf('domain', `${pool}\n${domain}`),
      provider: data.provider,
      route: data.route,
      isValid: data.valid,
      isDisposable: data.disposable,
      isRole: data.role,
      checkedOn: data.checkedAt.slice(0, 10),
      ttlSeconds: data.ttl,
      isCounted: data.credits > 0,
      credits: data.credits,
      isUnique: countsAsFirst(data),
      isFirstOfAccount: data.first,
      isNewDomain: data.newDomain,
      batchHash: group === null ? null : pseudonymOf('batch', group),
    }
  }

  return { positionOf, rowOf }
}
