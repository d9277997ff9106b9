// Handles on one log that compete for the same revisions of the same streams.
import { ConcurrencyConflict, type EventStore, type ExpectedRevision } from '../../src/kernel/ports/eventStore.js'
import { collect, newEvent } from '../given/events.js'

/** Races on each stream: the first one creates it. */
export const PER_STREAM = 5

export interface RaceOutcome {
  readonly races: number
  /** Races that more than one handle won, or none. */
  readonly notOnce: number
  /** Conflicts after which the loser could not read the event that it lost to. */
  readonly unread: number
}

const expectedAt = (revision: number): ExpectedRevision => (revision === 0 ? 'no_stream' : BigInt(revision - 1))

/** All handles append at the same revision at the same time, on several streams concurrently. */
export async function race(stores: readonly EventStore[], races: number, lanes = 16): Promise<RaceOutcome> {
  const streams = Array.from({ length: Math.ceil(races / PER_STREAM) }, (_, number) => `race-${number}`).values()
  const outcome = { races: 0, notOnce: 0, unread: 0 }

  async function once(stream: string, revision: number): Promise<void> {
    const expected = expectedAt(revision)
    const results = await Promise.all(
      stores.map(async (store) => {
        const conflict = await conflictOf(store.append(stream, [newEvent({ after: revision - 1 })], { expected }))
        if (!conflict) return true
        const read = await collect(store.readStream(stream, { from: conflict.actual as bigint }))
        if (read[0]?.revision !== conflict.actual) outcome.unread++
        return false
      }),
    )
    outcome.races++
    if (results.filter((hasWon) => hasWon).length !== 1) outcome.notOnce++
  }

  await inLanes(lanes, async () => {
    for (const stream of streams) {
      for (let revision = 0; revision < PER_STREAM; revision++) await once(stream, revision)
    }
  })
  return outcome
}

/** One of several processes that fill the same streams, each append at the revision that it last saw. @returns appends won, and conflicts */
export async function chase(store: EventStore, races: number, lanes = 8): Promise<{ won: number; conflicts: number }> {
  const streams = Array.from({ length: Math.ceil(races / PER_STREAM) }, (_, number) => `race-${number}`).values()
  const result = { won: 0, conflicts: 0 }
  await inLanes(lanes, async () => {
    for (const stream of streams) {
      for (let revision = 0; revision < PER_STREAM; ) {
        const event = newEvent({ after: revision - 1 })
        const conflict = await conflictOf(store.append(stream, [event], { expected: expectedAt(revision) }))
        conflict ? result.conflicts++ : result.won++
        revision = conflict ? Number(conflict.actual) + 1 : revision + 1
      }
    }
  })
  return result
}

/** Races of a log that were won twice: events that do not follow the revision at which they were appended. */
export async function wonTwice(store: EventStore): Promise<{ events: number; wonTwice: number }> {
  const events = await collect(store.readAll())
  const misplaced = events.filter(({ revision, data }) => Number(revision) !== (data as { after: number }).after + 1)
  return { events: events.length, wonTwice: misplaced.length }
}

async function conflictOf(append: Promise<unknown>): Promise<ConcurrencyConflict | undefined> {
  try {
    await append
    return undefined
  } catch (error) {
    if (error instanceof ConcurrencyConflict) return error
    throw error
  }
}

const inLanes = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work))
