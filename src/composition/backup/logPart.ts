// Copies the log into segments, from where the set ends to the cut.
import { DamagedSegment } from '../../adapters/segments/damage.js'
import type { Segment } from '../../adapters/segments/format.js'
import { checkSegment, readSegment } from '../../adapters/segments/read.js'
import { writeSegment } from '../../adapters/segments/write.js'
import type { Recorded } from '../../kernel/envelope.js'
import { RANGE_EVENTS } from '../../kernel/ports/chainLinks.js'
import type { EventStore } from '../../kernel/ports/eventStore.js'
import type { Position } from '../../kernel/position.js'
import { EMPTY_LOG, type LogPart, type SegmentFile } from './manifest.js'
import { BackupError } from './problem.js'
import type { SetTarget } from './setDirectory.js'

/** Segments of an unfinished range, after which they are merged: a backup every few seconds writes many small ones. */
const MAX_TAIL_SEGMENTS = 60
const NAME = /^segments\/(\d{12})-\d{12}\.seg$/

interface LogCopy {
  readonly log: LogPart
  /** Events that were not in the set before. */
  readonly added: number
}

/**
 * Appends the events up to a position to the segments of a set. A whole segment is a range of the chain, so that its link is the
 * same in every installation with this log.
 * @throws BackupError when the set is of another log
 */
export async function copyLog(
  events: EventStore,
  cut: Position,
  target: SetTarget,
  onProgress: (events: number) => void,
): Promise<LogCopy> {
  const before = target.previous?.log ?? EMPTY_LOG
  await refuseOtherLog(events, before, target)
  let log = await adopt(events, before, target)
  while (log.position < cut) {
    const room = RANGE_EVENTS - (log.events % RANGE_EVENTS)
    const read = events.readAll({ after: log.position, limit: room })
    const next = await write(
      upTo(read, cut, () => onProgress(1)),
      log,
      target,
    )
    // Everything after the last position was set aside.
    if (!next) break
    log = next
    if (log.events % RANGE_EVENTS === 0 || tailOf(log).length > MAX_TAIL_SEGMENTS) log = await mergeTail(log, target)
  }
  return { log, added: log.events - before.events }
}

async function refuseOtherLog(events: EventStore, { position, lastId }: LogPart, target: SetTarget): Promise<void> {
  if (lastId === null || (await events.eventAt(position))?.id === lastId) return
  throw new BackupError(
    `${target.pathOf('')} contains a backup of another log: this one does not have the event at ${position} where that backup ends. Choose another directory`,
  )
}

/** Takes whole segments that a backup that was interrupted has written. */
async function adopt(events: EventStore, before: LogPart, target: SetTarget): Promise<LogPart> {
  let log = before
  for (const file of await target.unnamed('segments')) {
    if (Number(NAME.exec(file)?.[1]) !== log.events + 1) continue
    const segment = await wholeSegment(target.pathOf(file))
    if (!segment || segment.linkBefore !== log.link) continue
    if ((await events.eventAt(segment.last))?.id === segment.lastId) log = extended(log, { ...segment, file })
  }
  return log
}

async function wholeSegment(path: string): Promise<Segment | undefined> {
  try {
    return await checkSegment(path)
  } catch (error) {
    if (error instanceof DamagedSegment) return undefined
    throw error
  }
}

/** @returns undefined without an event */
async function write(events: AsyncIterable<Recorded>, log: LogPart, target: SetTarget): Promise<LogPart | undefined> {
  const iterator = events[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return undefined
  async function* all(): AsyncGenerator<Recorded, void> {
    for (let step: IteratorResult<Recorded> = first; !step.done; step = await iterator.next()) yield step.value
  }
  const path = target.scratch()
  const segment = await writeSegment(path, all(), { linkBefore: log.link })
  const file = nameOf(log.events, segment)
  await target.add(file, path)
  return extended(log, { ...segment, file })
}

const nameOf = (before: number, { events }: Segment): string =>
  `segments/${[before + 1, before + events].map((number) => String(number).padStart(12, '0')).join('-')}.seg`

const extended = (log: LogPart, segment: SegmentFile): LogPart => ({
  position: segment.last,
  lastId: segment.lastId,
  time: segment.lastTime,
  events: log.events + segment.events,
  link: segment.linkAfter,
  segments: [...log.segments, segment],
})

/** The segments since the last whole range; those of that range if it has just been completed. */
function tailOf({ segments, events }: LogPart): readonly SegmentFile[] {
  const start = Math.floor((events - 1) / RANGE_EVENTS) * RANGE_EVENTS
  let first = segments.length
  for (let at = events; at > start; at -= segments[first]!.events) first--
  return segments.slice(first)
}

/** Replaces the segments of the last range by one. */
async function mergeTail(log: LogPart, target: SetTarget): Promise<LogPart> {
  const tail = tailOf(log)
  if (tail.length <= 1) return log
  async function* events() {
    for (const { file } of tail) yield* readSegment(target.pathOf(file))
  }
  const { position, lastId, time } = log
  const segments = log.segments.slice(0, -tail.length)
  const before = { position, lastId, time, segments, link: tail[0]!.linkBefore, events: log.events - sum(tail) }
  return (await write(events(), before, target))!
}

const sum = (segments: readonly Segment[]): number => segments.reduce((total, { events }) => total + events, 0)

async function* upTo(events: AsyncIterable<Recorded>, cut: Position, onEvent: () => void): AsyncGenerator<Recorded> {
  for await (const event of events) {
    if (event.position > cut) return
    onEvent()
    yield event
  }
}
