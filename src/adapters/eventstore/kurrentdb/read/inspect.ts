// Reads the whole log in KurrentDB to find events that cannot be read.
import type { Recorded } from '../../../../kernel/envelope.js'
import { type Damage, type EventStore, type Inspected, UnreadableEvent } from '../../../../kernel/ports/eventStore.js'
import type { Position } from '../../../../kernel/position.js'

const PAGE_EVENTS = 1_000

/** Continues after each event that cannot be read. KurrentDB itself checks its files and its index. */
export async function* inspect(
  reader: Pick<EventStore, 'readAll'>,
  { after, signal }: { readonly after: Position; readonly signal: AbortSignal },
): AsyncGenerator<Inspected, void, void> {
  let at = after
  for (let isEnd = false; !isEnd; ) {
    const events: Recorded[] = []
    const damage: Damage[] = []
    try {
      for await (const event of reader.readAll({ after: at, limit: PAGE_EVENTS, signal })) {
        events.push(event)
        at = event.position
      }
      isEnd = events.length < PAGE_EVENTS
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error
      at = error.event.position
      damage.push({ position: at, problem: error.message, isLost: true })
    }
    if (events.length > 0 || damage.length > 0) yield { events, position: at, damage }
  }
}
