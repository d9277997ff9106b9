import { type ExecutionArgs, type ExecutionResult, GraphQLError, subscribe } from 'graphql'
import { createFairSemaphore } from '../../kernel/concurrency/fairSemaphore.js'
import { Failure } from '../../kernel/failure.js'

/** Subscriptions of all accounts and client addresses that are under way at once. */
const MAX_SUBSCRIPTIONS = 2_000

/**
 * Subscriptions shared between accounts, and between the client addresses of those without a key: each event is carried
 * out once for every one of them. A key that is alone may have two thirds.
 */
export function createSubscribe(permits = MAX_SUBSCRIPTIONS) {
  const places = createFairSemaphore({ permits })

  /** @param key the account or client address that it is for */
  return async (
    key: string,
    args: ExecutionArgs,
  ): Promise<AsyncGenerator<ExecutionResult, void, void> | ExecutionResult> => {
    if (!places.tryAcquire(key)) return { errors: [tooMany(places.held(key))] }
    let isOver = false
    const end = (): void => {
      if (!isOver) places.release(key)
      isOver = true
    }
    try {
      const started = await subscribe(args)
      if (Symbol.asyncIterator in started) return whenOver(started, end)
      end()
      return started
    } catch (error) {
      end()
      throw error
    }
  }
}

/** The same values, and a call when there are no more. */
const whenOver = <T>(values: AsyncGenerator<T, void, void>, end: () => void): AsyncGenerator<T, void, void> => ({
  async next() {
    try {
      const result = await values.next()
      if (result.done) end()
      return result
    } catch (error) {
      end()
      throw error
    }
  },
  return() {
    end()
    return values.return()
  },
  throw(error) {
    end()
    return values.throw(error)
  },
  [Symbol.asyncIterator]() {
    return this
  },
  async [Symbol.asyncDispose]() {
    end()
    await values.return()
  },
})

function tooMany(held: number): GraphQLError {
  const message =
    held > 0
      ? `You have ${held} subscriptions already, as many as there is room for. End one, or try again in a moment.`
      : 'There is no room for another subscription. Try again in a moment.'
  return new GraphQLError(message, { originalError: new Failure('SERVICE_UNAVAILABLE', message) })
}
