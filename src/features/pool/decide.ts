// Decides contributions, with their votes and credits, and what is forgotten of an address. Pure.
import { DAY_MS } from '../../kernel/time.js'
import type { AddressForgotten, PoolEvent, Shared, SharedResult, ValidationContributed } from './events.js'
import type { AddressState, ContributionIds } from './state.js'

/** Minimum time between two votes of an account on the same address. */
const REVOTE_INTERVAL_MS = DAY_MS
/** Weights are integers, in millionths. */
const MIN_WEIGHT = 100_000
const MAX_WEIGHT = 1_000_000

const FIRST_CREDITS = 2
const CONFIRMING_CREDITS = 1

/** Where a contribution comes from; see ValidationContributed. */
export interface Origin {
  readonly source: 'single' | 'batch'
  readonly cause: string
  readonly group: string | null
}

interface Vote {
  /**
   * Counts as the first vote on this address in this pool: earlier votes, if any, are below the quorum and must stay
   * hidden.
   */
  readonly unique: boolean
  /** The first vote of this account on the address. */
  readonly first: boolean
}

/**
 * How long an account has stood behind its votes, and how long it must until it is established, in milliseconds; see
 * `createStandings`.
 */
export interface Standing {
  readonly age: number
  readonly maturity: number
}

/** Whether votes of the account do not count towards a quorum yet. */
export const isYoung = ({ age, maturity }: Standing): boolean => age < maturity

/**
 * The vote that the account may cast now. Undefined if it has voted on the address within a day.
 * @param quorum minimum number of contributing accounts before the pool answers for an address
 */
export function voteOf({ voters, established, votedAt }: AddressState, now: number, quorum: number): Vote | undefined {
  if (votedAt !== undefined && now - Date.parse(votedAt) < REVOTE_INTERVAL_MS) return undefined
  const first = votedAt === undefined
  return { unique: first && (quorum === 1 ? voters : established) < quorum, first }
}

/**
 * The credits a vote earns unless a cap is reached. Addresses that are easy to guess or to produce by the thousand earn
 * nothing, including those at domains that do not exist.
 */
export function creditsFor(
  { unique, first }: Vote,
  { disposable, role, route }: Pick<SharedResult, 'disposable' | 'role' | 'route'>,
): number {
  if (!first || disposable || role || route === 'no_name') return 0
  return unique ? FIRST_CREDITS : CONFIRMING_CREDITS
}

/** The weight of an account's votes, in millionths: grows linearly until the account is established. */
export const weightOf = ({ age, maturity }: Standing): number =>
  age >= maturity ? MAX_WEIGHT : MIN_WEIGHT + Math.round(((MAX_WEIGHT - MIN_WEIGHT) * Math.max(0, age)) / maturity)

export interface Contribution extends Shared, Origin {
  readonly account: string
  readonly standing: Standing
  /** See `voteOf`. */
  readonly quorum: number
  readonly newDomain: boolean
  /** Whether the caps allow the credits. */
  readonly credited: boolean
  readonly now: number
}

/** Casts a vote. Each account has one live vote per address; a new vote replaces it, at most once a day. */
export function contribute(state: AddressState, contribution: Contribution): PoolEvent[] {
  const { account, pool, result, standing, quorum, newDomain, credited, source, cause, group, now } = contribution
  const { address, domain, route, provider, valid, disposable, role, checkedAt, ttl } = result
  const vote = state.done ? undefined : voteOf(state, now, quorum)
  if (!vote) return []
  const young = isYoung(standing)
  const joins = !young && !state.joined
  // Member by member: object spread costs ten times as much, and this runs up to ten thousand times a second.
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
    weight: weightOf(standing),
    young,
    unique: !state.known,
    first: vote.first,
    newDomain,
    credits: credited ? creditsFor(vote, result) : 0,
    source,
    cause,
    group,
  }
  if (vote.unique && state.known) data.asFirst = true
  if (joins && !vote.first) data.joins = true
  if (joins && quorum > 1 && !state.published && state.established + 1 >= quorum) data.publishes = true
  return [{ type: 'ValidationContributed', data }]
}

/** Maximum number of contribution ids per event: about 150 KB. */
const MAX_IDS_PER_EVENT = 2_000

/**
 * Forgets an address. Idempotent; forgets a limited number of contributions per call, so it is repeated until nothing
 * is left.
 */
export const forgetAddress = (
  ids: ContributionIds,
  { pool, address }: { readonly pool: string; readonly address: string },
): AddressForgotten[] =>
  ids.length === 0
    ? []
    : [{ type: 'AddressForgotten', data: { pool, address, contributions: ids.slice(0, MAX_IDS_PER_EVENT) } }]
