import type { NewEvent, Recorded } from '../envelope.js'
import type { Position } from '../position.js'

/** What the stream must look like for an append to happen; a bigint is the exact revision of its last event. */
export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | bigint

export interface Appended {
  /** Revision of the last event appended. */
  readonly revision: bigint
  /** Position of the last event appended. */
  readonly position: Position
}

export interface ReadStreamOptions {
  /** First revision to read (last one, when backwards). */
  readonly from?: bigint
  readonly backwards?: boolean
  readonly limit?: number
  /** Aborting makes the reading throw the signal's reason: a part is never taken for the whole. */
  readonly signal?: AbortSignal
}

export interface ReadAllOptions {
  /** Exclusive. */
  readonly after?: Position
  /** Only events of these types. */
  readonly types?: ReadonlySet<string>
  readonly limit?: number
  readonly signal?: AbortSignal
}

export interface SubscribeOptions {
  /** Exclusive. */
  readonly after: Position
  readonly types?: ReadonlySet<string>
  readonly signal: AbortSignal
}

/**
 * A step of a subscription: a slice of events, in order, all of them durable; `caughtUp` says that nothing
 * after `position` was known of: what another process appends may be known a moment later. A slice may be empty:
 * then only `position` moved on, past events that the filter left out.
 */
export interface Slice {
  readonly events: readonly Recorded[]
  readonly position: Position
  readonly caughtUp: boolean
}

/**
 * The append-only log, the only truth there is.
 * Every method rejects with {@link StoreUnavailable} when the store cannot answer.
 */
export interface EventStore {
  /**
   * All events or none. With `no_stream` or an exact revision, appending the same event ids again returns
   * what the first time returned; an `any` append must never be retried.
   * @throws ConcurrencyConflict when the stream is not as expected
   * @throws RangeError when nothing is given, or more than {@link MAX_APPEND_BYTES}
   */
  append(stream: string, events: readonly NewEvent[], options: { expected: ExpectedRevision }): Promise<Appended>
  /** Which of these streams there are, in their order; sees every append that was answered before. */
  exist(streams: readonly string[]): Promise<readonly boolean[]>
  /** A stream that does not exist is empty. */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<Recorded>
  readAll(options?: ReadAllOptions): AsyncIterable<Recorded>
  /**
   * Follows the log for ever, as fast as it is pulled and never further ahead; ends when the signal aborts.
   * The first slice comes at once, even when there is nothing to tell.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<Slice>
  /** The last event that is not the store's own; START in an empty log. */
  head(): Promise<Position>
  /**
   * The last position recorded at or before a time (milliseconds); START when there is none. A store may have to read
   * much of its log for that: aborting ends it, and makes this reject with the signal's reason.
   */
  positionAt(time: number, signal?: AbortSignal): Promise<Position>
  /** Rejects when the store cannot be read and written. */
  ready(): Promise<void>
  close(): Promise<void>
}

/** An append is at most this many bytes of JSON. */
export const MAX_APPEND_BYTES = 512 * 1024

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

/** A store did not answer. Reading again may help; whether a write happened is unknown. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
