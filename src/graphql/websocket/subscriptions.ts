// Starts subscriptions of WebSockets and event streams, with permits shared fairly between accounts.
import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'
import { perClient } from '../../kernel/limits.js'
import { createExecuteEvents } from './executeEvents.js'

/** The results of a subscription's events. */
export type Results = AsyncGenerator<ExecutionResult, void, void>

/** @param key the account or client address that it is for */
export type Subscribe = (key: string, args: ExecutionArgs) => Promise<Results | ExecutionResult>

/**
 * Limits concurrent subscriptions, shared fairly between accounts (or client addresses, without an API key): each event is
 * sent to every subscription, and some are executed for each of them. An account that is alone may have two thirds of the
 * total.
 */
export function createSubscribe(permits: number = perClient.subscriptions.permits): Subscribe {
  const semaphore = createFairSemaphore({ permits })
  const executeEvents = createExecuteEvents()

  return async (key, args) => {
    if (!semaphore.tryAcquire(key)) return { errors: [tooMany(semaphore.held(key))] }
    let isReleased = false
    const release = (): void => {
      if (!isReleased) semaphore.release(key)
      isReleased = true
    }
    try {
      const events = await createSourceEventStream(args)
      if (Symbol.asyncIterator in events) return resultsOf(events[Symbol.asyncIterator](), executeEvents(args), release)
      release()
      return events
    } catch (error) {
      release()
      throw error
    }
  }
}

/** The results of executing each event, as `subscribe` of graphql-js yields them; calls `onEnd` when the generator ends. */
const resultsOf = (
  events: AsyncIterator<unknown>,
  execute: (event: unknown) => ExecutionResult | Promise<ExecutionResult>,
  onEnd: () => void,
): Results => ({
  async next() {
    try {
      const { done, value } = await events.next()
      if (!done) return { done: false, value: await execute(value) }
      onEnd()
      return { done: true, value: undefined }
    } catch (error) {
      onEnd()
      await events.return?.()
      throw error
    }
  },
  async return() {
    onEnd()
    await events.return?.()
    return { done: true, value: undefined }
  },
  async throw(error) {
    onEnd()
    await events.return?.()
    throw error
  },
  [Symbol.asyncIterator]() {
    return this
  },
  async [Symbol.asyncDispose]() {
    onEnd()
    await events.return?.()
  },
})

function tooMany(held: number): GraphQLError {
  const message =
    held > 0
      ? `You have reached your share of subscriptions (${held} open). End one, or try again in a moment.`
      : 'The service has reached its limit of subscriptions. Try again in a moment.'
  return new GraphQLError(message, { originalError: new Failure('SERVICE_UNAVAILABLE', message) })
}
