// Finds an event of the LMDB log by its number, in the live log or in the archive.
import type { Recorded } from '../../../kernel/envelope.js'
import type { Archived } from './archived.js'
import type { Codec } from './codec.js'
import type { EventLog } from './log.js'

export interface Events {
  /** @throws UnreadableEvent when it is damaged or missing: an event is never skipped */
  at(number: number): Recorded
  /** The same, of a number whose record was read from the live log. */
  from(record: Uint8Array | undefined, number: number): Recorded
  /** When it was recorded, in milliseconds since the epoch. @throws UnreadableEvent */
  timeOf(number: number): number
}

interface EventsDependencies {
  readonly log: EventLog
  readonly codec: Codec
  readonly archived: Archived
}

export function createEvents({ log, codec, archived }: EventsDependencies): Events {
  const inArchive = (number: number): Recorded | undefined =>
    archived.coversNow(number) ? archived.event(number) : undefined

  const from = (record: Uint8Array | undefined, number: number): Recorded =>
    (record ? undefined : inArchive(number)) ?? codec.decode(record, number)

  return {
    at: (number) => from(log.get(number), number),
    from,
    timeOf(number) {
      const record = log.get(number)
      const event = record ? undefined : inArchive(number)
      return event ? Date.parse(event.recordedAt) : codec.timeOf(record, number)
    },
  }
}
