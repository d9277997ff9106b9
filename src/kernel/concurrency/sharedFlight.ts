import { abortable } from './singleFlight.js'

interface Flight<T> {
  readonly work: Promise<T>
  readonly controller: AbortController
  callers: number
}

/**
 * Reference-counted single flight: concurrent callers of a key share one execution, aborted when the last one leaves.
 */
export function createSharedFlight<T>() {
  const flights = new Map<string, Flight<T>>()

  function removeFlight(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight: Flight<T> = { work: start(controller.signal), controller, callers: 0 }
    flights.set(key, flight)
    const onSettled = () => removeFlight(key, flight)
    flight.work.then(onSettled, onSettled)
    return flight
  }

  /** @throws the reason of the caller's own signal when that aborts */
  return async (
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const flight = flights.get(key) ?? begin(key, start)
    flight.callers++
    try {
      return await abortable(flight.work, signal)
    } finally {
      if (--flight.callers === 0) {
        removeFlight(key, flight)
        flight.controller.abort(new Error('no caller is waiting for the result any more'))
      }
    }
  }
}
