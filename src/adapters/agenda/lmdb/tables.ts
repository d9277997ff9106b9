import type { Database, RootDatabase } from 'lmdb'
import { boundedTextBytes, MAX_NUMBER, NUMBER_BYTES, writeNumber } from '../../lmdb/bytes.js'
import { openDatabase, textEncoder } from '../../lmdb/environment.js'
import type { KeptJob } from '../lifecycle.js'
import { decodeJob, encodeJob } from './codec.js'

/** Jobs that wait are found by the time at which they are due, locked ones by the time of their lock. */
type Line = 'waiting' | 'locked'

const MAX_ID_BYTES = 500
const MAX_NAME_BYTES = 500

export type Tables = ReturnType<typeof openTables>

/** Jobs, and the line in which each stands. What writes here does so inside the transaction that is open. */
export function openTables(environment: RootDatabase) {
  /** id → job */
  const jobs: Database<string, Uint8Array> = openDatabase(environment, 'jobs', { encoder: textEncoder() })
  /** name, line, time, id → id */
  const lines: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'lines')

  const get = (id: string): KeptJob | undefined => {
    const text = jobs.get(idKey(id))
    return text === undefined ? undefined : decodeJob(text)
  }

  function leave(id: string): void {
    const before = get(id)
    const place = before && placeOf(before)
    if (place) lines.removeSync(place)
  }

  return {
    get,
    *all(): Iterable<KeptJob> {
      for (const { value } of jobs.getRange({})) yield decodeJob(value)
    },
    /** The first job of this name in a line, when its time has come by then. */
    first(line: Line, name: string, until: Date): KeptJob | undefined {
      const start = lineKey(line, name)
      const end = Buffer.concat([start, timeKey(until.getTime() + 1)])
      for (const { value } of lines.getRange({ start, end, limit: 1 })) return get(Buffer.from(value).toString())
      return undefined
    },
    put(job: KeptJob): KeptJob {
      leave(job._id)
      const place = placeOf(job)
      if (place) lines.putSync(place, Buffer.from(job._id))
      jobs.putSync(idKey(job._id), encodeJob(job))
      return job
    },
    remove(id: string): void {
      leave(id)
      jobs.removeSync(idKey(id))
    },
  }
}

/** Where a job stands; a job that nothing will wake stands nowhere. */
function placeOf({ _id, name, lockedAt, nextRunAt, disabled }: KeptJob): Buffer | undefined {
  const time = lockedAt ?? nextRunAt
  if (!time || disabled) return undefined
  return Buffer.concat([lineKey(lockedAt ? 'locked' : 'waiting', name), timeKey(time.getTime()), idKey(_id)])
}

/** With a byte at its end, because whoever looks for a job may give any text, and no key may be empty. */
const idKey = (id: string): Buffer => boundedTextBytes(`${id}\0`, MAX_ID_BYTES)

const lineKey = (line: Line, name: string): Buffer =>
  Buffer.concat([boundedTextBytes(name, MAX_NAME_BYTES), Buffer.from(`\0${line}\0`)])

function timeKey(time: number): Buffer {
  const key = Buffer.alloc(NUMBER_BYTES)
  writeNumber(Math.min(Math.max(time, 0), MAX_NUMBER), key, 0)
  return key
}
