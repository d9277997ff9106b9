import { yieldToEventLoop } from '../kernel/concurrency/yielding.js'
import type { Recorded } from '../kernel/envelope.js'
import type { Eventing } from './eventing.js'

/** Events read at once. */
const PAGE_EVENTS = 500

/**
 * The events of a stream, newest first, in pages: other work gets its turns between them.
 * @param from revision to start from; undefined = the newest
 * @param account whose work it is
 */
export async function* readBack(
  { readStream }: Pick<Eventing, 'readStream'>,
  stream: string,
  { from, account, signal }: { from: bigint | undefined; account: string; signal?: AbortSignal | undefined },
): AsyncGenerator<Recorded, void> {
  const options = { backwards: true, limit: PAGE_EVENTS, ...(signal && { signal }) }
  for (let start = from; ; ) {
    let last: bigint | undefined
    let read = 0
    for await (const event of readStream(stream, { ...options, ...(start !== undefined && { from: start }) })) {
      read++
      last = event.revision
      yield event
    }
    if (read < PAGE_EVENTS || last === undefined || last === 0n) return
    start = last - 1n
    await yieldToEventLoop(account)
  }
}
