/**
 * Applies a function to a value that may be a promise: synchronously if it is not one. Keeps results from caches and
 * memory on the fast path, without a promise or a turn of the microtask queue.
 */
export const mapMaybePromise = <T, R>(value: T | Promise<T>, map: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(map) : map(value)
