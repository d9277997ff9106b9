// Reads the whole LMDB log to find damage.
import type { Recorded } from '../../../kernel/envelope.js'
import { type Damage, DamagedIndex, type Inspected, UnreadableEvent } from '../../../kernel/ports/eventStore.js'
import { pages } from '../../lmdb/pages.js'
import { DamagedSegment } from '../../segments/damage.js'
import { eventsAfter } from '../../segments/read.js'
import type { Archived } from './archived.js'
import type { Codec } from './codec.js'
import type { DictionaryTable } from './dictionaryTable.js'
import type { EventLog } from './log.js'
import { toNumber, toPosition } from './position.js'
import type { Head, Streams } from './streams.js'

const PAGE_EVENTS = 1_000
const PAGE_BYTES = 1024 * 1024

type Report = (number: number, problem: string) => void

interface InspectorDependencies {
  readonly log: EventLog
  readonly streams: Streams
  readonly codec: Codec
  readonly archived: Archived
  readonly dictionary: DictionaryTable
  /** Runs a read that sees everything committed, including by other processes. */
  readonly fresh: <T>(read: () => T) => T
  /** Numbers of events that are passed over. */
  readonly passed: ReadonlySet<number>
}

export function createInspector(dependencies: InspectorDependencies) {
  const { log, streams, codec, archived, dictionary, fresh, passed } = dependencies

  function archivedPage(after: number): Inspected & { readonly to: number } {
    const damage: Damage[] = []
    const report: Report = (number, problem) => damage.push({ position: toPosition(number), problem })
    const { events: block, last } = archived.blockAfter(after)!
    const events = [...eventsAfter(block, toPosition(after))]
    const heads = new Map<string, Head | undefined>()
    for (const event of events) checkIndex(event, toNumber(event.position), heads, report)
    // Some events are live as well, for those who read their streams.
    for (const { key, value } of log.entries(after, PAGE_EVENTS)) {
      if (key > last) break
      if (!passed.has(key)) readable(value, key, report)
    }
    return { events, damage, position: toPosition(last), to: last }
  }

  async function pageOrDamage(after: number): Promise<Inspected & { readonly to: number }> {
    try {
      return await archived.reach(() => fresh(() => page(after)))
    } catch (error) {
      if (!(error instanceof DamagedSegment)) throw error
      const to = archived.endOfSegment(after)
      const damage: Damage[] = [
        { position: toPosition(after + 1), problem: error.message, isLost: true, last: toPosition(to) },
      ]
      return { events: [], damage, position: toPosition(to), to }
    }
  }

  function page(after: number): Inspected & { readonly to: number } {
    if (archived.coversNow(after + 1)) return archivedPage(after)
    const events: Recorded[] = []
    const damage: Damage[] = []
    const heads = new Map<string, Head | undefined>()
    let to = after
    let bytes = 0
    let read = 0
    let isInOrder = true
    /** What was known before the last record. */
    let before = { to, events: 0, damage: 0 }
    const report: Report = (number, problem) => damage.push({ position: toPosition(number), problem })
    const lose: Report = (number, problem) => damage.push({ position: toPosition(number), problem, isLost: true })

    const goBack = () => {
      to = before.to
      events.length = before.events
      damage.length = before.damage
    }

    for (const { key, value } of log.entries(after, PAGE_EVENTS)) {
      const { length } = value
      read++
      if (key > before.to && key < to) {
        const problem = `the event at ${toPosition(to)} is followed by a record with the number ${key}`
        const tooLarge = to
        goBack()
        report(tooLarge, problem)
      }
      if (key <= to) {
        // Once: the number before may be too large.
        if (isInOrder) lose(to, `the event at ${toPosition(to)} is followed by a record with the number ${key}`)
        isInOrder = false
        continue
      }
      before = { to, events: events.length, damage: damage.length }
      damage.push(...missing(to, key))
      to = key
      const event = passed.has(key) ? undefined : readable(value, key, lose)
      if (event) {
        events.push(event)
        checkIndex(event, key, heads, report)
      }
      bytes += length
      if (bytes > PAGE_BYTES && key === before.to + 1) break
    }
    // The next record shows whether the number of the last one is too large.
    if (read === PAGE_EVENTS && to > before.to + 1 && before.to > after) goBack()
    return { events, damage, position: toPosition(to), to }
  }

  /** The numbers between two records. Operators set the first one aside first. */
  function missing(before: number, next: number): Damage[] {
    let first = before + 1
    while (passed.has(first)) first++
    if (first >= next) return []
    const [position, last] = [toPosition(first), toPosition(next - 1)]
    const what = position === last ? `event at ${position} is` : `events at ${position} to ${last} are`
    return [{ position, problem: `the ${what} missing: the next record has the number ${next}`, isLost: true, last }]
  }

  function readable(value: Uint8Array, key: number, lose: Report): Recorded | undefined {
    try {
      return codec.decode(value, key)
    } catch (error) {
      if (!(error instanceof UnreadableEvent)) throw error
      lose(key, error.message)
      return undefined
    }
  }

  /** The index must find the event by its stream and revision. */
  function checkIndex(
    { stream, revision }: Recorded,
    key: number,
    heads: Map<string, Head | undefined>,
    report: Report,
  ): void {
    try {
      if (!heads.has(stream)) heads.set(stream, streams.head(stream))
      const head = heads.get(stream)
      if (head && revision <= head.revision && streams.positions(stream, head)(Number(revision)) === key) return
      throw new DamagedIndex(stream)
    } catch (error) {
      if (!(error instanceof DamagedIndex)) throw error
      report(key, error.message)
    }
  }

  return async function* inspect(after: number, signal: AbortSignal): AsyncGenerator<Inspected, void, void> {
    let at = after
    const problems = fresh(() => dictionary.check())
    yield { events: [], position: toPosition(at), damage: problems.map((problem) => ({ position: null, problem })) }
    yield* pages(async () => {
      const next = await pageOrDamage(at)
      if (next.to === at) return []
      at = next.to
      return [next]
    }, signal)
  }
}
