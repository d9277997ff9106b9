// One subscription of the KurrentDB client, delivered in the order of the log.
import type { AllStreamSubscription, RecordedEvent, ResolvedEvent, StreamSubscription } from '@kurrent/kurrentdb-client'
import { unavailable } from '../failures.js'

/** Events that the client may hold in each of its two buffers; the default of 16 may be many megabytes. */
const CLIENT_BUFFER = 4
/** Options of the client's subscriptions. */
export const BUFFERS = { highWaterMark: CLIENT_BUFFER }

export type Subscription = StreamSubscription | AllStreamSubscription

export interface SubscriptionHandlers {
  onEvent(event: RecordedEvent): void
  onCaughtUp(): void
  onFellBehind?(): void
  onConfirmed?(): void
  /** Called with each failure, of the subscription or of a handler. */
  onFailure(error: unknown): void
}

/**
 * Delivers what a subscription of the client's reports in the order of the log. The client reports that it has caught up,
 * or a checkpoint, as soon as that arrives: before it has delivered the events in its buffer.
 */
export function consume(subscription: Subscription, handlers: SubscriptionHandlers) {
  const { onEvent, onCaughtUp, onFellBehind, onConfirmed, onFailure } = handlers
  let delivered = 0
  /** Nothing is delivered after a failure: a consumer would pass over an event that cannot be read. */
  let hasFailed = false
  const notes: { readonly at: number; readonly apply: () => void }[] = []

  function fail(error: unknown): void {
    hasFailed = true
    onFailure(error)
  }

  /** Calls `apply` after the events that the client holds now. */
  function afterBuffered(apply: () => void): void {
    const { readableLength } = subscription
    if (hasFailed) return
    if (readableLength === 0 && notes.length === 0) apply()
    else notes.push({ at: delivered + readableLength, apply })
  }

  function receive({ event }: ResolvedEvent): void {
    if (hasFailed) return
    try {
      if (event) onEvent(event)
    } catch (error) {
      fail(error)
      return
    }
    delivered++
    while (notes[0] && notes[0].at <= delivered) notes.shift()!.apply()
  }

  const source: AllStreamSubscription = subscription as AllStreamSubscription
  source.on('data', receive)
  source.on('confirmation', () => onConfirmed?.())
  source.on('caughtUp', () => afterBuffered(onCaughtUp))
  source.on('fellBehind', () => afterBuffered(() => onFellBehind?.()))
  source.on('error', fail)
  source.on('end', () => fail(unavailable('the subscription ended')))
  return {
    afterBuffered,
    pause: () => void source.pause(),
    resume: () => void source.resume(),
    end: () => void source.unsubscribe().catch(() => {}),
  }
}
