// All reads of the log and its streams.
import { UnreadableEvent } from '../../../../kernel/ports/eventStore.js'
import { type Position, START } from '../../../../kernel/position.js'
import type { Naming } from '../format/naming.js'
import { createLogReader } from './logReader.js'
import { createFindNewest, readLast } from './newestEvent.js'
import type { ReadPage } from './pages.js'
import { createReadings, type Origin } from './readings.js'
import { createStreamReader } from './streamReader.js'

export type Reader = ReturnType<typeof createReader>

export function createReader(readPage: ReadPage, naming: Naming, origin: () => Origin) {
  const readings = createReadings(naming, origin)
  const { readAll, readBackwards, pagesBackwards } = createLogReader(readPage, readings)

  const newest = createFindNewest(readPage, naming, async (signal) => {
    // A page of one is usually enough, because the filter excludes most events that are not ours.
    for await (const [newest] of pagesBackwards(undefined, 1, signal)) if (newest) return newest
    return undefined
  })

  /** An event that cannot be read may be the last one, too. */
  const head = async (): Promise<Position> => {
    try {
      return (await newest())?.position ?? START
    } catch (error) {
      if (error instanceof UnreadableEvent) return error.event.position
      throw error
    }
  }

  return {
    ...createStreamReader(readPage, readings),
    readAll,
    readBackwards,
    fromPosition: readings.fromPosition,
    newest,
    head,
    readLast: () => readPage({ count: 1, open: readLast }),
  }
}
