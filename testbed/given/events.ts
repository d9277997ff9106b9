import type { NewEvent, Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import type { Slice } from '../../src/kernel/ports/eventStore.js'

/** An event of no particular type. */
export const newEvent = (data: unknown = {}, type = 'SomethingHappened', id = newId()): NewEvent => ({
  id,
  type,
  data,
  meta: { schema: '1', correlationId: 'correlation', causationId: 'causation', commandId: 'command', actor: 'ada' },
})

/** Events numbered from `from` in their data. */
export const newEvents = (count: number, from = 0): NewEvent[] =>
  Array.from({ length: count }, (_, index) => newEvent({ number: from + index }))

export const numbersOf = (events: readonly Recorded[]): number[] =>
  events.map(({ data }) => (data as { number: number }).number)

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** The first `count` events of a subscription. */
export async function follow(slices: AsyncIterable<Slice>, count: number): Promise<Recorded[]> {
  const events: Recorded[] = []
  for await (const slice of slices) {
    events.push(...slice.events)
    if (events.length >= count) break
  }
  return events
}
