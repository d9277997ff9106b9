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
   * Contributions that count where accounts are compared: those that earned credits, so that what counts is bounded as
   * credits are, and nobody rises by what can be made by the thousand.
   */
  readonly counted: number
  readonly countedUnique: number
  /** Contributions that found the address deliverable; the others found it is not. */
  readonly valid: number
  /** Sorts as the leaderboard does, the first last. */
  readonly score: string
}

const DIGITS = 12

const padded = (count: number): string => String(count).padStart(DIGITS, '0')

/** Hex digits that are one number of 32 bits. */
const WORD = 8
const NOTHING = '0'.repeat(WORD)
const ALL = 'f'.repeat(WORD)

/** An event goes to four rows: what it last came to need not be worked out again. */
const last = { position: '', reversed: '' }

/** A text that sorts the other way round: of each bit the opposite. */
function reversed(position: Position): string {
  if (position === last.position) return last.reversed
  let text = ''
  for (let at = 0; at < position.length; at += WORD) {
    const word = position.slice(at, at + WORD)
    if (word === NOTHING) text += ALL
    else text += (~Number.parseInt(word, 16) >>> 0).toString(16).padStart(WORD, '0')
  }
  Object.assign(last, { position, reversed: text })
  return text
}

/** By contributions that count, then by unique ones, then by who got there first. */
export const scoreOf = (contributions: number, unique: number, reached: Position): string =>
  `${padded(contributions)}.${padded(unique)}.${reversed(reached)}`

/** The lowest score with a contribution that counts. */
export const LEAST_SCORE = padded(1)

export const leaderboardId = (pool: string, bucket: string, account: string): string => `${pool}.${bucket}.${account}`

/** What an account contributed to a pool in a time. Key: pool.bucket.account. */
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
