import { createKeyedBatcher } from '../../../../kernel/concurrency/keyedBatcher.js'
import type { Stage } from '../../../../kernel/concurrency/rounds.js'
import type { Appended } from '../../../../kernel/ports/eventStore.js'
import { type Append, bytesOf } from './appends.js'

/** Maximum size of the events that share an append; the server's own limit is 1 MiB by default. */
const MAX_BYTES = 256 * 1024

/**
 * Shares appends to a stream between concurrent callers whose events may have any revision. One append per stream is in
 * flight; events that arrive meanwhile are written together by the next one, in order, all or none. Not for events that may
 * have been appended before: the server recognises a repeated append by all of its events.
 * @param stage decides when appends to all streams start
 * @param append called with the time that the first of the callers has waited, in milliseconds
 */
export function createSharedAppends(
  append: (request: Append, waitedMs: number) => Promise<Appended>,
  stage?: Stage,
): (request: Append) => Promise<Appended> {
  const share = createKeyedBatcher(
    async (_stream: string, requests: readonly Waiting[]): Promise<Appended[]> => {
      const first = requests[0]!
      const events = requests.flatMap((request) => request.events)
      const request = { stream: first.stream, name: first.name, expected: first.expected, events }
      const { revision, position } = await append(request, performance.now() - first.since)
      let last = revision - BigInt(events.length)
      return requests.map((request) => {
        last += BigInt(request.events.length)
        return { revision: last, position }
      })
    },
    { sizeOf: bytesOf, maxSize: MAX_BYTES, stage },
  )
  return (request) => share(request.stream, { ...request, since: performance.now() })
}

interface Waiting extends Append {
  /** `performance.now()` when the caller began to wait. */
  readonly since: number
}
