// The read model of the leaderboard.
import type { Projection } from '../../../eventing/projection.js'
import type { Position } from '../../../kernel/position.js'
import { countsAsFirst, type PoolEvent } from '../events.js'
import { bucketsOf } from './buckets.js'

export type LeaderboardDocument = {
  readonly owner: string
  readonly pool: string
  /** A day, an ISO week, a month, or `all`. */
  readonly bucket: string
  readonly contributions: number
  readonly unique: number
  readonly credits: number
  /**
   * Contributions that count towards ranks: those that earned credits. The caps on credits therefore also bound ranks,
   * so that mass-produced contributions do not raise anyone.
   */
  readonly counted: number
  readonly countedUnique: number
  /** Contributions that found the address deliverable; the others found it undeliverable. */
  readonly valid: number
  /** Sort key of the leaderboard, ascending: the first rank sorts last. */
  readonly score: string
}

const DIGITS = 12

const padded = (count: number): string => String(count).padStart(DIGITS, '0')

const HEX_DIGITS = '0123456789abcdef'
/** The character code of each hex digit's complement, by the digit's character code. */
const COMPLEMENT = new Uint8Array(128)
for (let digit = 0; digit < 16; digit++) {
  COMPLEMENT[HEX_DIGITS.charCodeAt(digit)] = HEX_DIGITS.charCodeAt(15 - digit)
}

/** The position's complement, digit by digit: sorts in the opposite order. Runs four times per event, so it is fast. */
function complement(position: Position): string {
  const codes: number[] = []
  for (let at = 0; at < position.length; at++) codes.push(COMPLEMENT[position.charCodeAt(at)]!)
  return String.fromCharCode(...codes)
}

/** Sort key: by counted contributions, then by unique ones, then by who reached them first. */
export const scoreOf = (contributions: number, unique: number, reached: Position): string =>
  `${padded(contributions)}.${padded(unique)}.${complement(reached)}`

/** The lowest score of a row with a counted contribution. */
export const MIN_SCORE = padded(1)

export const leaderboardId = (pool: string, bucket: string, account: string): string => `${pool}.${bucket}.${account}`

/** Totals of an account's contributions to a pool in one bucket of time. Key: pool.bucket.account. */
export const leaderboard: Projection<PoolEvent, LeaderboardDocument> = {
  name: 'leaderboard',
  version: 2,
  indexes: { byScore: ['pool', 'bucket', 'score', '_id'] },
  keys: ({ type, data, recordedAt }) =>
    type === 'ValidationContributed'
      ? bucketsOf(recordedAt).map((bucket) => leaderboardId(data.pool, bucket, data.account))
      : [],
  apply: (document, { data, position }, id) => {
    const { pool, account: owner } = data
    const unique = countsAsFirst(data) ? 1 : 0
    const counts = data.credits > 0
    const counted = (document?.counted ?? 0) + (counts ? 1 : 0)
    const countedUnique = (document?.countedUnique ?? 0) + (counts ? unique : 0)
    return {
      owner,
      pool,
      bucket: id.slice(pool.length + 1, -owner.length - 1),
      contributions: (document?.contributions ?? 0) + 1,
      unique: (document?.unique ?? 0) + unique,
      credits: (document?.credits ?? 0) + data.credits,
      valid: (document?.valid ?? 0) + (data.valid ? 1 : 0),
      counted,
      countedUnique,
      score: counts || !document ? scoreOf(counted, countedUnique, position) : document.score,
    }
  },
}
