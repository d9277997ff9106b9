import { abortable } from './singleFlight.js'

interface Flight<T> {
  readonly work: Promise<T>
  readonly controller: AbortController
  askers: number
}

/** Those who ask for the same at the same time share one piece of work, which is given up when all of them have gone. */
export function createSharedFlight<T>() {
  const flights = new Map<string, Flight<T>>()

  function forget(key: string, flight: Flight<T>): void {
    if (flights.get(key) === flight) flights.delete(key)
  }

  function begin(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const flight: Flight<T> = { work: start(controller.signal), controller, askers: 0 }
    flights.set(key, flight)
    const landed = () => forget(key, flight)
    flight.work.then(landed, landed)
    return flight
  }

  /** @throws the reason of whose signal aborts */
  return async (
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const flight = flights.get(key) ?? begin(key, start)
    flight.askers++
    try {
      return await abortable(flight.work, signal)
    } finally {
      if (--flight.askers === 0) {
        forget(key, flight)
        flight.controller.abort(new Error('nobody waits for it any more'))
      }
    }
  }
}
