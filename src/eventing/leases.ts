import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../kernel/log.js'
import type { DocumentStore, Stored } from '../kernel/ports/documentStore.js'
import { next, START } from '../kernel/position.js'

/**
 * Does a work here whenever this process is the one that should, until the given signal aborts. The work is told by a
 * signal of its own when somebody else may have begun it: then it ends, and is begun again when its turn comes.
 */
export type LeaderElection = (
  work: string,
  signal: AbortSignal,
  run: (signal: AbortSignal) => Promise<void>,
) => Promise<void>

/** There is no other process. */
export const soleLeader: LeaderElection = (_work, signal, run) => run(signal)

/** Others do it. */
export const neverLeader: LeaderElection = (_work, signal) => aborted(signal)

export const aborted = (signal: AbortSignal): Promise<void> =>
  signal.aborted
    ? Promise.resolve()
    : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

/** Who does a work; null when it was laid down. A holder writes it again and again: its position counts how often. */
type LeaseDocument = { readonly holder: string | null }

export interface LeaseTimings {
  /** A holder says so this often. */
  readonly renewMs: number
  /** Who has said nothing for this long holds nothing any more. */
  readonly ttlMs: number
  /** Others look this often. */
  readonly pollMs: number
}

const TIMINGS: LeaseTimings = { renewMs: 2_000, ttlMs: 10_000, pollMs: 1_000 }

/** A holder that was not heard gives up after this part of the time, before anybody takes its place. */
const GIVE_UP_AFTER = 0.7

export interface LeasesDependencies {
  readonly documents: DocumentStore
  /** Of this process, like no other. */
  readonly holder: string
  readonly log: Log
  readonly timings?: LeaseTimings
  /** Milliseconds that only ever grow: nobody's wall clock is trusted, and none needs to agree with another. */
  readonly monotonic?: () => number
}

/**
 * Leases that processes share through a document store. They save work and keep two from doing the same; they are no
 * lock. A process that was asleep may go on for a moment when another has begun: what it then writes is refused,
 * because every document and every checkpoint is written on condition of the position it had.
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

  /** A write that failed, or was repeated, may have been done. */
  const stillMine = async (work: string) => {
    const found = await leases.get(work)
    return found?.document.holder === holder ? found : undefined
  }

  /** Holds it until the signal aborts, or it was lost. */
  async function hold(mine: Stored<LeaseDocument>, signal: AbortSignal, run: (signal: AbortSignal) => Promise<void>) {
    const lost = new AbortController()
    const holding = AbortSignal.any([signal, lost.signal])
    let last: Stored<LeaseDocument> | undefined = mine
    const lapseIn = (milliseconds: number) => setTimeout(() => lost.abort(), Math.max(0, milliseconds))
    // By itself, because a store that stands still does not answer a beat.
    let expiry = lapseIn(ttlMs * GIVE_UP_AFTER)

    async function renew(): Promise<void> {
      while (!holding.aborted) {
        await sleep(renewMs, undefined, { signal: holding, ref: false }).catch(() => {})
        if (holding.aborted) return
        const began = monotonic()
        try {
          last = (await write(mine.id, last, holder)) ?? (await stillMine(mine.id))
        } catch (error) {
          log.warn({ work: mine.id, error }, 'a lease could not be prolonged; tried again')
          continue
        }
        clearTimeout(expiry)
        if (!last) return lost.abort()
        expiry = lapseIn(ttlMs * GIVE_UP_AFTER - (monotonic() - began))
      }
    }

    const beating = renew()
    try {
      await run(holding)
    } finally {
      lost.abort()
      clearTimeout(expiry)
      await beating
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
          log.info({ work }, 'this process does it now')
          await hold(mine, signal, run)
          if (!signal.aborted) log.info({ work }, 'another process may do it now')
          seen = undefined
        }
      } catch (error) {
        log.warn({ work, error }, 'it cannot be told who does it; asked again')
      }
      await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
}
