/**
 * Waits for `work` no longer than `signal` allows. The work itself goes on: others may be waiting for it.
 * Rejects with the signal's reason.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
    work.then(done, done)
  })
}

/**
 * Lets concurrent callers of one key share one piece of work: whoever comes while it runs gets the same promise.
 * It takes no signal, so that a caller who leaves stops nobody else; wrap what it returns in `abortable`.
 */
export function createSingleFlight<T>(): (key: string, start: (key: string) => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (key, start) => {
    const under = flights.get(key)
    if (under) return under
    const flight = start(key)
    flights.set(key, flight)
    const landed = () => flights.delete(key)
    flight.then(landed, landed)
    return flight
  }
}
