import { type Clock, iso } from '../../kernel/clock.js'
import { abortable, createSingleFlight } from '../../kernel/concurrency/singleFlight.js'
import { Failure } from '../../kernel/failure.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import { DAY_MS } from '../../kernel/time.js'

interface CheckTimeDependencies {
  readonly store: Pick<EventStore, 'readAll'>
  readonly clock: Clock
  /** Whether to reject where the log is slow to get. */
  readonly soon: boolean
}

/** Checks that a time lies within the recorded history. Needs no permit, and usually no read of the store. */
export function createCheckTime({ store, clock, soon }: CheckTimeDependencies) {
  /** When the first event was recorded. Cached, because it never changes. */
  let firstRecordedAt: string | undefined
  const singleFlight = createSingleFlight<void>()

  async function getFirstRecordedAt(signal: AbortSignal | undefined): Promise<string | undefined> {
    const read = async () => {
      for await (const { recordedAt } of store.readAll({ limit: 1, soon })) firstRecordedAt = recordedAt
    }
    if (firstRecordedAt === undefined) await abortable(singleFlight('first', read), signal)
    return firstRecordedAt
  }

  /**
   * @param wanted milliseconds since the epoch; the end of the current UTC day means now, so that a date may be today's
   * @returns the time
   * @throws Failure VALIDATION_ERROR when the time is in the future or before the first event
   */
  return async (wanted: number, signal: AbortSignal | undefined): Promise<number> => {
    const now = clock.now()
    const time = wanted === endOfDay(now) ? now : wanted
    const first = await getFirstRecordedAt(signal)
    if (first === undefined) throw invalidTime('There is no history yet: no event has been recorded.')
    if (time > now || time < Date.parse(first)) {
      throw invalidTime(`The time must lie between ${first} (the first event) and ${iso(now)} (now).`)
    }
    return time
  }
}

const endOfDay = (time: number): number => (Math.floor(time / DAY_MS) + 1) * DAY_MS - 1

const invalidTime = (message: string) =>
  new Failure('VALIDATION_ERROR', message, { problems: [{ path: '/asOf', message: message.replace(/\.$/, '') }] })
