// Appends to our streams: checked, encoded, and followed past other programs' events.
import type { Stage } from '../../../../kernel/concurrency/rounds.js'
import type { NewEvent, Recorded } from '../../../../kernel/envelope.js'
import {
  type Appended,
  ConcurrencyConflict,
  type ExpectedRevision,
  MAX_APPEND_BYTES,
} from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'
import { unavailable } from '../failures.js'
import { checkName, type Prepared, prepare } from '../format/codec.js'
import type { Naming } from '../format/naming.js'
import type { Reader } from '../read/reader.js'
import { LAST_REVISION } from '../read/streamReader.js'
import { once, withRetries } from '../withRetries.js'
import { type Append, bytesOf, type Send } from './appends.js'
import { lastForeign } from './conflicts.js'
import { createSharedAppends } from './sharedAppends.js'

/** Minimum timeout of an append that had to wait for another one: with less, it would fail although the server responds. */
const MIN_TIMEOUT_MS = 1_000

interface WriterDependencies {
  readonly send: Send
  readonly reader: Reader
  readonly naming: Naming
  /** Decides when appends at any revision start. */
  readonly stage: Stage | undefined
}

export function createWriter({ send, reader, naming, stage }: WriterDependencies) {
  // Older releases, which may still be running, read a log without a prefix.
  const bothNames = naming.prefix === ''

  /** @param waitedMs how long the caller has waited; shortens the timeout of an append that is not retried */
  async function append(request: Append, waitedMs = 0): Promise<Appended> {
    const { stream, expected } = request
    if (isImpossible(expected)) throw await conflict(stream, expected)
    // The others are idempotent.
    const attempt = expected === 'any' ? once : withRetries
    const { revision, position } = await attempt((timeoutMs) =>
      send(request, Math.max(Math.min(timeoutMs, MIN_TIMEOUT_MS), timeoutMs - waitedMs)),
    )
    return { revision, position: position ?? (await positionOf(stream, revision)) }
  }

  const appendShared = createSharedAppends(append, stage)

  /** Appends also if another program's events, which readers never see, follow the expected revision. */
  async function appendAfterForeign(request: Append): Promise<Appended> {
    for (let { expected } = request; ; ) {
      try {
        return await append({ ...request, expected })
      } catch (error) {
        if (!(error instanceof ConcurrencyConflict) || isImpossible(expected)) throw error
        const last = await lastForeign(error, reader)
        if (last === undefined) throw new ConcurrencyConflict(error.stream, request.expected, error.actual)
        expected = last
      }
    }
  }

  /** For a revision that no stream can have, without asking the server: encoded, it would become another number. */
  async function conflict(stream: string, expected: ExpectedRevision): Promise<ConcurrencyConflict> {
    return new ConcurrencyConflict(stream, expected, (await reader.lastRevision(stream)) ?? 'no_stream')
  }

  async function positionOf(stream: string, revision: bigint): Promise<Position> {
    for await (const { position } of reader.readStream(stream, { from: revision, limit: 1 })) return position
    throw unavailable(`KurrentDB cannot find the event at revision ${revision} of ${stream} that it has just appended`)
  }

  function requestOf(stream: string, events: readonly Prepared[], expected: ExpectedRevision): Append {
    checkName('a stream', stream)
    for (const { event } of events) checkName('a type', event.type)
    return { stream, name: naming.prefix + stream, events, expected }
  }

  return {
    append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<Appended> {
      if (events.length === 0) throw new RangeError('an append needs an event')
      const prepared = events.map((event) => prepare(event, { bothNames }))
      const request = requestOf(stream, prepared, expected)
      const bytes = bytesOf(request)
      if (bytes > MAX_APPEND_BYTES)
        throw new RangeError(`an append of ${bytes} bytes; at most ${MAX_APPEND_BYTES} are allowed`)
      return expected === 'any' ? appendShared(request) : appendAfterForeign(request)
    },
    /** With the events' own times. @param events consecutive events of one stream, at least one */
    async importEvents(events: readonly [Recorded, ...Recorded[]]): Promise<void> {
      const [{ stream, revision }] = events
      const prepared = events.map((event) => prepare(event, { bothNames, recordedAt: event.recordedAt }))
      await append(requestOf(stream, prepared, revision === 0n ? 'no_stream' : revision - 1n))
    },
  }
}

const isImpossible = (expected: ExpectedRevision): boolean =>
  typeof expected === 'bigint' && (expected < 0n || expected > LAST_REVISION)
