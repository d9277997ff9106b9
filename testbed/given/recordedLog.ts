import { newEvents } from '../../src/eventing/newEvents.js'
import { iso } from '../../src/kernel/clock.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { frozen } from './frozen.js'

const BEGIN = Date.UTC(2026, 10, 21, 9)
const SECOND = 1_000

/** A log in memory, which gives events positions like a store, and commands times one second apart. */
export function createRecordedLog() {
  const events: Recorded[] = []
  const revisions = new Map<string, bigint>()
  let commands = 0
  let now = BEGIN

  /** Appends the events that one command decided. */
  function append<All extends readonly DomainEvent[]>(stream: string, ...decided: All): Recorded<All[number]>[] {
    const commandId = `command-${++commands}`
    const actor = { id: 'system', correlationId: commandId, commandId }
    const recordedAt = iso(now)
    const appended = newEvents(stream, decided, actor).map((event) => {
      const revision = (revisions.get(stream) ?? -1n) + 1n
      revisions.set(stream, revision)
      const position = (events.length + 1).toString(16).padStart(32, '0')
      const recorded = frozen({ ...event, stream, revision, position, recordedAt } as Recorded)
      events.push(recorded)
      return recorded
    })
    now += SECOND
    return appended as Recorded<All[number]>[]
  }

  return {
    append,
    events: events as readonly Recorded[],
    /** Advances the time before the next event. */
    wait: (milliseconds: number) => {
      now += milliseconds
    },
    now: () => now,
  }
}
