// The port of event stores: the append-only log.
import type { NewEvent, Recorded } from '../envelope.js'
import type { Position } from '../position.js'

/** Precondition of an append on the stream; a bigint is the exact revision of its last event. */
export type ExpectedRevision = 'any' | 'no_stream' | bigint

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: bigint
  /** Position of the last event appended; with `any` also of a later one, which another caller appended with it. */
  readonly position: Position
}

export interface ReadStreamOptions {
  /** Revision to start from; counting down from it when `backwards`. */
  readonly from?: bigint
  readonly backwards?: boolean
  readonly limit?: number
  /** Aborting makes the read throw the signal's reason, so that a partial result is never taken for a complete one. */
  readonly signal?: AbortSignal
}

/** For how long a read may take. */
export interface Waiting {
  /** Aborting makes the read throw the signal's reason. */
  readonly signal?: AbortSignal
  /** Whether somebody waits for the answer: rejects with {@link StoreUnavailable} where the log is slow to get, as in a bucket. */
  readonly soon?: boolean
}

export interface ReadAllOptions extends Waiting {
  /** Exclusive. */
  readonly after?: Position
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>
  readonly limit?: number
}

/** Which event has a position. In another log, the same position has another event, or none. */
export interface KnownEvent {
  readonly position: Position
  readonly id: string
}

export interface SubscribeOptions {
  /** Exclusive. */
  readonly after: Position
  /** An event that was read before: another log is recognised by it, now and after each interruption. */
  readonly known?: KnownEvent | undefined
  readonly types?: ReadonlySet<string>
  readonly signal: AbortSignal
}

/**
 * One step of a subscription: a slice of events, in order, all durable. `caughtUp` means that no event after `position`
 * was known at the time; appends of other processes may become visible a moment later. An empty slice only advances
 * `position` past events excluded by the filter.
 */
export interface Slice {
  readonly events: readonly Recorded[]
  readonly position: Position
  readonly caughtUp: boolean
  /** Approximate size of the events in bytes. */
  readonly bytes: number
}

/** Something in a store that is not as it was written. */
export interface Damage {
  /** Of the event; null if it is not about one. */
  readonly position: Position | null
  /** In words. */
  readonly problem: string
  /** The event cannot be read. */
  readonly isLost?: true
}

/** A part of the log that was inspected. */
export interface Inspected {
  /** The events that can be read, as they are stored: no version of their schema is converted. */
  readonly events: readonly Recorded[]
  /** Everything up to here was inspected. */
  readonly position: Position
  readonly damage: readonly Damage[]
}

/**
 * The append-only log, the single source of truth.
 * Every method rejects with {@link StoreUnavailable} when the store cannot answer, and every read with
 * {@link UnreadableEvent} at an event that cannot be read, or {@link UnknownEvent} at one of a newer program.
 */
export interface EventStore {
  /**
   * Appends all events or none. With `no_stream` or an exact revision it is idempotent: appending the same event ids
   * again returns the first result. Never retry an append with `any`.
   * @throws ConcurrencyConflict when the stream is not as expected; what is read afterwards reaches its `actual` revision
   * @throws RangeError when `events` is empty or larger than {@link MAX_APPEND_BYTES}
   */
  append(stream: string, events: readonly NewEvent[], options: { expected: ExpectedRevision }): Promise<Appended>
  /** Whether each of these streams exists, in their order; reflects every append that was acknowledged before. */
  exist(streams: readonly string[]): Promise<readonly boolean[]>
  /** Reads a stream; one that does not exist is empty. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>
  /** Reads the whole log in order. */
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>
  /**
   * Subscribes to the log, with backpressure: never reads further ahead than the consumer pulls. Ends when the signal
   * aborts. The first slice arrives immediately, even if it is empty.
   * @throws DifferentLog when the last event known to the subscriber is not in the log
   */
  subscribe(options: SubscribeOptions): AsyncIterable<Slice>
  /** Position of the last event, ignoring the store's internal events; START if the log is empty. */
  head(): Promise<Position>
  /**
   * The event at a position, whether or not it is passed over; undefined when the log was read and has none there.
   * @throws UnreadableEvent
   */
  eventAt(position: Position): Promise<Recorded | undefined>
  /**
   * Reads everything after a position, to find damage: continues where other reads stop, and compares what the store
   * keeps twice. Aborting ends it with the signal's reason.
   */
  inspect(options: { readonly after: Position; readonly signal: AbortSignal }): AsyncIterable<Inspected>
  /** From now on, reads and subscriptions of this handle pass over the event at a position, which cannot be read. */
  passOver(position: Position): void
  /**
   * The last position recorded at or before a time (milliseconds since the epoch); START without one. A store may
   * have to read much of its log: aborting stops that.
   */
  positionAt(time: number, waiting?: Waiting): Promise<Position>
  /** Rejects when the store cannot be read or written. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** Maximum size of an append in bytes of JSON. */
export const MAX_APPEND_BYTES = 512 * 1024

/**
 * The stream is not at the expected revision (optimistic concurrency control). Reads that start afterwards reach `actual`:
 * whoever loads again decides on what it lost to.
 */
export class ConcurrencyConflict extends Error {
  override readonly name = 'ConcurrencyConflict'
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: bigint | 'no_stream',
  ) {
    super(`stream ${stream}: expected ${expected}, found ${actual}`)
  }
}

/** A store did not answer. A read may be retried; whether a write happened is unknown. */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable'
}

/** What is known about an event that cannot be read. */
export interface Unreadable {
  readonly position: Position
  readonly stream: string | null
  readonly type: string | null
  /** SHA-256 of its content, lower-case hex. */
  readonly sha256: string
}

/** An event of ours that cannot be read: it is damaged, or another program wrote it. Never skipped, unless it is set aside. */
export class UnreadableEvent extends StoreUnavailable {
  override readonly name = 'UnreadableEvent'
  constructor(
    readonly event: Unreadable,
    options?: { cause?: unknown },
  ) {
    const { position, stream, type } = event
    super(`the event at ${position} cannot be read (type ${type ?? 'unknown'}, stream ${stream ?? 'unknown'})`, options)
  }
}

/** The index of a stream does not agree with the log: a part of the store is damaged, and stays so. */
export class DamagedIndex extends StoreUnavailable {
  override readonly name = 'DamagedIndex'
  constructor(readonly stream: string) {
    super(`the index of the stream ${stream} is damaged: restore the log from a backup`)
  }
}

/** An event that a newer program wrote: this one knows its type, or its version, not. Waiting does not help. */
export class UnknownEvent extends StoreUnavailable {
  override readonly name = 'UnknownEvent'
  /** @param known the newest version that this program knows; undefined if it does not know the type */
  constructor(
    readonly position: Position,
    type: string,
    schema: string,
    known?: number,
  ) {
    const what = known === undefined ? 'does not know this type' : `knows 1 to ${known}`
    super(`${type} at ${position} has version ${schema}; this program ${what}: start the newer mailproof that wrote it`)
  }
}

/** Whether a read failed at an event that it will fail at again: waiting does not help. */
export const isPermanent = (error: unknown): error is UnreadableEvent | UnknownEvent =>
  error instanceof UnreadableEvent || error instanceof UnknownEvent

/** The log was read and does not have an event that was read from it before: it was replaced by another log. */
export class DifferentLog extends StoreUnavailable {
  override readonly name = 'DifferentLog'
  constructor(readonly position: Position) {
    super(`the log no longer has the event that was read at ${position}: it was restored from a copy, or replaced`)
  }
}
