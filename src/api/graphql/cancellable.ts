/**
 * Makes a subscription's generator cancellable while it waits for the next value; a plain async generator handles
 * `return` only after that value.
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
