// Turns a read call of KurrentDB into an iterator of events: the client's and Node's own cost more than decoding an event.
import type { Readable } from 'node:stream'
import type { ResolvedEvent } from '@kurrent/kurrentdb-client'
import errors from '@kurrent/kurrentdb-client/dist/utils/CommandError.js'
import { type ReadResponse, toResolvedEvent } from './readResponses.js'

/** A stream of `ReadResponse`. */
type ReadCall = Readable & { cancel(): void }

/** Received events above which the call is paused until they are taken. */
const MAX_RECEIVED = 128

/**
 * The events of a call; none if the stream does not exist. Ending the iteration cancels the call at once, also while an event
 * is awaited, which a generator would not.
 */
export function eventsOf(beginning: Promise<ReadCall>): AsyncIterableIterator<ResolvedEvent, undefined> {
  const received: ResolvedEvent[] = []
  let call: ReadCall | undefined
  let isEnded = false
  let failure: unknown
  let wake = () => {}

  function end(error?: unknown): void {
    failure ??= error
    isEnded = true
    wake()
  }

  function receive(response: ReadResponse): void {
    if (isEnded) return
    const event = response.getEvent()
    if (!event) return
    try {
      received.push(toResolvedEvent(event))
    } catch (error) {
      cancel(error)
      return
    }
    if (received.length >= MAX_RECEIVED) call?.pause()
    wake()
  }

  function cancel(error?: unknown): void {
    end(error)
    call?.cancel()
  }

  beginning.then((begun) => {
    call = begun
    begun
      .on('data', receive)
      .on('end', () => end())
      .on('error', (error) => end(errors.convertToCommandError(error)))
    if (isEnded) begun.cancel()
  }, end)

  async function next(): Promise<IteratorResult<ResolvedEvent, undefined>> {
    for (;;) {
      const value = received.shift()
      if (value) return { done: false, value }
      if (failure) throw failure
      if (isEnded) return { done: true, value: undefined }
      call?.resume()
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next,
    async return() {
      received.length = 0
      cancel()
      return { done: true, value: undefined }
    },
  }
}
