// One subscription as server-sent events, from its first event to its end.
import type { ServerResponse } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { drained } from '../../httpMessages/stream.js'
import { MAX_STALLED_CHECKS } from '../subscriberChecks.js'
import type { Results } from '../websocket/subscriptions.js'

/** A comment. It keeps proxies from closing what seems to be idle. */
const PULSE = ':\n\n'
const COMPLETE = 'event: complete\ndata:\n\n'

/** JSON has no line breaks, so it is one line of data. */
const nextFrame = (json: string): string => `event: next\ndata: ${json}\n\n`

/** The frames of an operation with one result. */
export const onlyFrames = (json: string): string => nextFrame(json) + COMPLETE

export interface EventStream {
  /**
   * Disconnects a reader that has stopped reading.
   * @param isPulseDue whether to send something, unless something is waiting: that finds out that a client is gone
   */
  check(isPulseDue: boolean): void
  /** Ends the stream with a last result, as callers see it. */
  end(last: object): void
  /** Ends the connection as if it were interrupted: clients connect again. */
  interrupt(): void
}

interface EventStreamOptions {
  readonly results: Results
  /** A result as callers see it. */
  readonly present: (result: ExecutionResult) => object
  /** The result that tells callers what has ended the subscription. */
  readonly failed: (error: unknown) => object
}

/** Sends results no faster than they are read. The head of the response must have been written. */
export function openEventStream(
  response: ServerResponse,
  { results, present, failed }: EventStreamOptions,
): EventStream {
  const frameOf = (result: object): string => nextFrame(JSON.stringify(result))
  /** Whether anything was read since the last check. */
  let isReading = true
  let stalledChecks = 0
  const write = (text: string): boolean =>
    response.write(text, () => {
      isReading = true
    })
  const finish = (text: string): void => {
    if (!response.writableEnded && !response.destroyed) response.end(text)
  }

  async function pump(): Promise<void> {
    try {
      for await (const result of results) {
        if (response.writableEnded || response.destroyed) return
        if (!write(frameOf(present(result)))) await drained(response)
      }
      finish(COMPLETE)
    } catch (error) {
      finish(frameOf(failed(error)) + COMPLETE)
    }
  }
  /** Frees what the subscription holds, also while it waits for its next event. */
  const stop = (): void => void results.return().catch(() => {})

  response.once('close', stop)
  write(PULSE)
  void pump()
  return {
    check(isPulseDue) {
      const isIdle = response.writableLength === 0
      stalledChecks = isReading || isIdle ? 0 : stalledChecks + 1
      isReading = false
      if (stalledChecks >= MAX_STALLED_CHECKS) response.destroy()
      else if (isPulseDue && isIdle && !response.writableEnded) write(PULSE)
    },
    end(last) {
      finish(frameOf(last) + COMPLETE)
      stop()
    },
    interrupt() {
      if (!response.writableEnded) response.destroy()
    },
  }
}
