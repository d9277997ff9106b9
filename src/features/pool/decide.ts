import type { AddressForgotten, PoolEvent, Shared, SharedResult, ValidationContributed } from './events.js'
import type { AddressState, ContributionIds } from './state.js'

const DAY_MS = 24 * 60 * 60_000
/** An account may vote on an address again after this. */
const AGAIN_MS = DAY_MS
/** An account younger than this is young: its vote weighs less. */
const GROWN_MS = 30 * DAY_MS
/** Weights are whole millionths. */
const LEAST_WEIGHT = 100_000
const FULL_WEIGHT = 1_000_000

const FIRST_CREDITS = 2
const CONFIRMING_CREDITS = 1

/** Where a contribution comes from; see ValidationContributed. */
export interface Origin {
  readonly source: 'single' | 'batch'
  readonly cause: string
  readonly group: string | null
}

export interface Vote {
  /** It counts as the first on this address in this pool: too few have voted on it for anybody to learn of them. */
  readonly unique: boolean
  /** The first of this account on it. */
  readonly first: boolean
}

/**
 * Undefined when no vote is due: this account has voted on it within a day.
 * @param quorum accounts that must stand behind an address before the pool answers for it
 */
export function voteOf({ voters, votedAt }: AddressState, now: number, quorum: number): Vote | undefined {
  if (votedAt !== undefined && now - Date.parse(votedAt) < AGAIN_MS) return undefined
  const first = votedAt === undefined
  return { unique: first && voters < quorum, first }
}

/**
 * What a vote earns, unless a cap is reached. What anybody can guess or make by the thousand earns nothing, names that
 * do not exist included.
 */
export function worthOf(
  { unique, first }: Vote,
  { disposable, role, route }: Pick<SharedResult, 'disposable' | 'role' | 'route'>,
): number {
  if (!first || disposable || role || route === 'no_name') return 0
  return unique ? FIRST_CREDITS : CONFIRMING_CREDITS
}

/** Of an account's votes, in millionths: it grows evenly over the first thirty days. @param age milliseconds */
export const weightOf = (age: number): number =>
  LEAST_WEIGHT + Math.round((FULL_WEIGHT - LEAST_WEIGHT) * Math.min(1, Math.max(0, age) / GROWN_MS))

export interface Contribution extends Shared, Origin {
  readonly account: string
  /** Of the account, milliseconds. */
  readonly age: number
  /** See `voteOf`. */
  readonly quorum: number
  readonly newDomain: boolean
  /** No cap is in the way of what it is worth. */
  readonly credited: boolean
  readonly now: number
}

/** One live vote an account and address: a new one replaces it, at most one a day. */
export function contribute(state: AddressState, contribution: Contribution): PoolEvent[] {
  const { account, pool, result, age, quorum, newDomain, credited, source, cause, group, now } = contribution
  const { address, domain, route, provider, valid, disposable, role, checkedAt, ttl } = result
  const vote = state.done ? undefined : voteOf(state, now, quorum)
  if (!vote) return []
  // Member by member: spread objects cost ten times as much, and this is done ten thousand times a second.
  const data: { -readonly [member in keyof ValidationContributed['data']]: ValidationContributed['data'][member] } = {
    address,
    domain,
    route,
    provider,
    valid,
    disposable,
    role,
    checkedAt,
    ttl,
    pool,
    account,
    weight: weightOf(age),
    young: age < GROWN_MS,
    unique: !state.known,
    first: vote.first,
    newDomain: newDomain && vote.unique,
    credits: credited ? worthOf(vote, result) : 0,
    source,
    cause,
    group,
  }
  if (vote.unique && state.voters > 0) {
    data.voters = state.voters
    if (state.voters + 1 >= quorum) data.publishes = true
  }
  return [{ type: 'ValidationContributed', data }]
}

/** As many take 150 KB in an event. */
const TRACES_TOGETHER = 2_000

/** Forgetting is idempotent; of very many contributions the first, and then the next. */
export const forgetAddress = (
  traces: ContributionIds,
  { pool, address }: { readonly pool: string; readonly address: string },
): AddressForgotten[] =>
  traces.length === 0
    ? []
    : [{ type: 'AddressForgotten', data: { pool, address, contributions: traces.slice(0, TRACES_TOGETHER) } }]
