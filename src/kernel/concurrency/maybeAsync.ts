/**
 * Maybe-async `then`: applies `fn` to a value that may be a promise, synchronously when it is not. An `await` costs a
 * promise and a turn of the microtask queue even for a value that is already known: measured, as much as a map look-up.
 * On a hot path that is nearly always synchronous, that shows.
 * @throws what `fn` throws; if `value` is a promise, the returned promise rejects instead
 */
export function thenSync<T, R>(value: T | Promise<T>, fn: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(fn) : fn(value)
}
