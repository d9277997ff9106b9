/**
 * What a subscription yields, so that it can be ended while it waits: a generator alone hears of `return` only after
 * its next value.
 */
export function cancellable<T>(start: (signal: AbortSignal) => AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  const controller = new AbortController()
  const values = start(controller.signal)
  return {
    next: () => values.next(),
    return: () => {
      controller.abort()
      return values.return()
    },
    throw: (error) => {
      controller.abort()
      return values.throw(error)
    },
    [Symbol.asyncIterator]() {
      return this
    },
    [Symbol.asyncDispose]: async () => {
      controller.abort()
      await values.return()
    },
  }
}
