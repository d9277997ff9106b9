import { type ExecutionArgs, type ExecutionResult, GraphQLError, subscribe } from 'graphql'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'

/** Concurrent subscriptions of all accounts and client addresses. */
const MAX_SUBSCRIPTIONS = 2_000

/**
 * Limits concurrent subscriptions, shared fairly between accounts (or client addresses, without an API key): each event is
 * executed once for every subscription. An account that is alone may have two thirds of the total.
 */
export function createSubscribe(permits = MAX_SUBSCRIPTIONS) {
  const semaphore = createFairSemaphore({ permits })

  /** @param key the account or client address that it is for */
  return async (
    key: string,
    args: ExecutionArgs,
  ): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> => {
    if (!semaphore.tryAcquire(key)) return { errors: [tooMany(semaphore.held(key))] }
    let isReleased = false
    const release = (): void => {
      if (!isReleased) semaphore.release(key)
      isReleased = true
    }
    try {
      const started = await subscribe(args)
      if (Symbol.asyncIterator in started) return withOnEnd(started, release)
      release()
      return started
    } catch (error) {
      release()
      throw error
    }
  }
}

/** The same values; calls `onEnd` when the generator ends. */
const withOnEnd = <T>(values: AsyncGenerator<T, void, void>, onEnd: () => void): AsyncGenerator<T, void, void> => ({
  async next() {
    try {
      const result = await values.next()
      if (result.done) onEnd()
      return result
    } catch (error) {
      onEnd()
      throw error
    }
  },
  return() {
    onEnd()
    return values.return()
  },
  throw(error) {
    onEnd()
    return values.throw(error)
  },
  [Symbol.asyncIterator]() {
    return this
  },
  async [Symbol.asyncDispose]() {
    onEnd()
    await values.return()
  },
})

function tooMany(held: number): GraphQLError {
  const message =
    held > 0
      ? `You have reached your share of subscriptions (${held} open). End one, or try again in a moment.`
      : 'The service has reached its limit of subscriptions. Try again in a moment.'
  return new GraphQLError(message, { originalError: new Failure('SERVICE_UNAVAILABLE', message) })
}
