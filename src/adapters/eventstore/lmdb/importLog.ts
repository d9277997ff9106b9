// Writes the events of a backup to a new log in LMDB, with their times and revisions.
import type { Recorded } from '../../../kernel/envelope.js'
import type { Position } from '../../../kernel/position.js'
import { closeEnvironment, openEnvironment } from '../../lmdb/environment.js'
import { createCodec } from './codec.js'
import { openDictionary } from './dictionaryTable.js'
import { openLog } from './log.js'
import { toNumber, toPosition } from './position.js'
import { emptyHead, openStreams } from './streams.js'

/** Events written in one transaction. */
const BATCH_SIZE = 5_000
/** What is written where an event could not be read. */
const NO_RECORD = new Uint8Array(0)
/** Positions of this store are below 2^53; those of KurrentDB are not. */
const IS_NUMBER = /^0{16}/

/**
 * Writes events to a log that is empty. Events of another LMDB log keep their positions: where one is missing, because it
 * could not be read and was set aside, an event that cannot be read is written in its place. Others are numbered anew.
 * @param onEvent called with each event and its position in the new log
 */
export async function importLog(
  path: string,
  events: AsyncIterable<Recorded>,
  onEvent: (event: Recorded, position: Position) => void,
): Promise<void> {
  const environment = openEnvironment(path)
  try {
    const log = openLog(environment)
    const streams = openStreams(environment)
    const dictionary = openDictionary(environment)
    const codec = createCodec(dictionary)
    if (log.last() > 0) throw new Error(`${path} is not empty`)
    let last = 0
    /** Positions without an event that can be read, which belong to revisions that are missing. */
    const gaps: number[] = []

    function write(batch: readonly Recorded[]): void {
      dictionary.begin()
      const heads = new Map<string, ReturnType<typeof emptyHead>>()
      for (const event of batch) {
        const { stream, recordedAt } = event
        const position = IS_NUMBER.test(event.position) ? toNumber(event.position) : last + 1
        for (last++; last < position; last++) {
          log.append(last, NO_RECORD)
          gaps.push(last)
        }
        const head = heads.get(stream) ?? streams.head(stream) ?? emptyHead()
        heads.set(stream, head)
        const revision = Number(event.revision)
        while (head.revision + 1 < revision) streams.extend(stream, head, gaps.shift() ?? position)
        streams.extend(stream, head, position)
        log.append(position, codec.record(codec.prepare(stream, event), { revision, position, recordedAt }))
        onEvent(event, toPosition(position))
      }
      for (const [stream, head] of heads) streams.save(stream, head)
    }

    function commit(batch: readonly Recorded[]): void {
      environment.transactionSync(() => write(batch))
      dictionary.committed()
    }

    let batch: Recorded[] = []
    for await (const event of events) {
      if (batch.push(event) < BATCH_SIZE) continue
      commit(batch)
      batch = []
    }
    commit(batch)
  } finally {
    await closeEnvironment(environment)
  }
}
