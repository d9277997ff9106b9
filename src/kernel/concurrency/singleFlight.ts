/**
 * Abortable wait: rejects with the signal's reason when `signal` aborts before `work` settles. The work itself
 * continues, because other callers may be waiting for it.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  if (signal.aborted) {
    work.catch(() => {})
    return Promise.reject(signal.reason)
  }
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
    work.then(done, done)
  })
}

/**
 * Single flight: concurrent callers with the same key share one execution and receive the same promise. It takes no
 * signal, so that one caller's abort does not affect the others; wrap the returned promise in `abortable`.
 */
export function createSingleFlight<T>(): (key: string, start: (key: string) => Promise<T>) => Promise<T> {
  const flights = new Map<string, Promise<T>>()
  return (key, start) => {
    const current = flights.get(key)
    if (current) return current
    const flight = start(key)
    flights.set(key, flight)
    const landed = () => flights.delete(key)
    flight.then(landed, landed)
    return flight
  }
}
