// Leases by which processes elect a leader for each kind of work.
import { pause } from '../kernel/concurrency/pause.js'
import type { Log } from '../kernel/log.js'
import type { DocumentStore, Stored } from '../kernel/ports/documentStore.js'
import { next, START } from '../kernel/position.js'

/**
 * Runs `run` whenever this process is the leader for `work`, until `signal` aborts. The signal passed to `run` aborts
 * when leadership is lost, because another process may have started the same work; `run` must then end, and is started
 * again when this process becomes the leader again.
 */
export type LeaderElection = (
  work: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
) => Promise<void>

/** This process is always the leader: there is no other one. */
export const soleLeader: LeaderElection = (_work, signal, run) => run(signal)

/** This process is never the leader. */
export const neverLeader: LeaderElection = (_work, signal) => aborted(signal)

/** Resolves when the signal aborts. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/**
 * Holder of a lease; null when it was released. The holder renews it by rewriting it; its position counts the writes.
 */
type LeaseDocument = { readonly holder: string | null }

interface LeaseTimings {
  /** Interval between renewals in milliseconds. */
  readonly renewMs: number
  /** Milliseconds without a renewal after which a lease expires. */
  readonly ttlMs: number
  /** Interval in milliseconds at which other processes check the lease. */
  readonly pollMs: number
}

const TIMINGS: LeaseTimings = { renewMs: 2_000, ttlMs: 10_000, pollMs: 1_000 }

/** Fraction of the TTL after which a holder that could not renew gives up, before another process takes over. */
const GIVE_UP_RATIO = 0.7

interface LeasesDependencies {
  readonly documents: DocumentStore
  /** Unique id of this process. */
  readonly holder: string
  readonly log: Log
  readonly timings?: LeaseTimings
  /** Monotonic clock in milliseconds: wall clocks are not trusted, and processes' clocks need not agree. */
  readonly monotonic?: () => number
}

/**
 * Leader election by leases in a shared document store. Leases avoid duplicate work; they are not locks. A process that
 * was suspended may continue for a moment after another has taken over; its writes are then refused, because every
 * document and checkpoint is written on condition of its previous position.
 */
export function createLeases({
  documents,
  holder,
  log,
  timings: { renewMs, ttlMs, pollMs } = TIMINGS,
  monotonic = () => performance.now(),
}: LeasesDependencies): LeaderElection {
  const leases = documents.collection<LeaseDocument>({ name: 'leases' })

  const write = async (work: string, found: Stored<LeaseDocument> | undefined, by: string | null) => {
    const position = next(found?.position ?? START)
    const document: LeaseDocument = { holder: by }
    const expected = found && { expected: found.position }
    const conflicts = await leases.write([{ id: work, ...expected, position, document }])
    return conflicts.length === 0 ? { id: work, position, document } : undefined
  }

  /** Checks for a write that took effect although it failed or was repeated. */
  const stillMine = async (work: string) => {
    const found = await leases.get(work)
    return found?.document.holder === holder ? found : undefined
  }

  /** Holds the lease until the signal aborts or the lease is lost. */
  async function hold(mine: Stored<LeaseDocument>, signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>) {
    const lost = new AbortController()
    const holding = AbortSignal.any([signal, lost.signal])
    let last: Stored<LeaseDocument> | undefined = mine
    const expireIn = (milliseconds: number) => setTimeout(() => lost.abort(), Math.max(0, milliseconds))
    // A separate timer, because a store that hangs never answers a renewal.
    let expiry = expireIn(ttlMs * GIVE_UP_RATIO)

    async function renew(): Promise<void> {
      while (!holding.aborted) {
        await pause(renewMs, holding)
        if (holding.aborted) return
        const startedAt = monotonic()
        try {
          last = (await write(mine.id, last, holder)) ?? (await stillMine(mine.id))
        } catch (error) {
          log.warn({ work: mine.id, error }, 'the lease could not be renewed; retrying')
          continue
        }
        clearTimeout(expiry)
        if (!last) return lost.abort()
        if (holding.aborted) return
        expiry = expireIn(ttlMs * GIVE_UP_RATIO - (monotonic() - startedAt))
      }
    }

    const renewing = renew()
    try {
      await run(holding)
    } finally {
      lost.abort()
      clearTimeout(expiry)
      await renewing
      if (last) await write(mine.id, last, null).catch(() => {})
    }
  }

  return async (work, signal, run) => {
    let seen: { readonly position: string; readonly since: number } | undefined
    while (!signal.aborted) {
      try {
        const found = await leases.get(work)
        if (found?.position !== seen?.position) seen = found && { position: found.position, since: monotonic() }
        const isFree = !found || [null, holder].includes(found.document.holder) || monotonic() - seen!.since >= ttlMs
        const mine = isFree ? await write(work, found, holder) : undefined
        if (mine) {
          log.info({ work }, 'lease acquired')
          await hold(mine, signal, run).catch((error: unknown) =>
            log.warn({ work, error }, 'the work of the leader failed; it will be started again'),
          )
          if (!signal.aborted) log.info({ work }, 'lease lost')
          seen = undefined
        }
      } catch (error) {
        log.warn({ work, error }, 'the lease could not be read; retrying')
      }
      await pause(pollMs, signal)
    }
  }
}
