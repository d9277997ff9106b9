import type { Database, RootDatabase } from 'lmdb'
import type { Turn } from '../../../kernel/ports/jobs.js'
import { boundedTextBytes } from '../../lmdb/bytes.js'
import { openDatabase, textEncoder } from '../../lmdb/environment.js'
import type { KeptJob } from '../lifecycle.js'
import { decodeJob, encodeJob } from './codec.js'
import { idKey, MAX_NAME_BYTES, timeKey } from './keys.js'
import { openTenantLine } from './tenantLine.js'

/** Jobs that wait are found by the time at which they are due, locked ones by the time of their lock. */
type Line = 'waiting' | 'locked'

export type Tables = ReturnType<typeof openTables>

/** Jobs, and the line in which each stands. What writes here does so inside the transaction that is open. */
export function openTables(environment: RootDatabase) {
  /** id → job */
  const jobs: Database<string, Uint8Array> = openDatabase(environment, 'jobs', { encoder: textEncoder() })
  /** name, line, time, id → id */
  const lines: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'lines')
  const tenants = openTenantLine(environment)

  const get = (id: string): KeptJob | undefined => {
    const text = jobs.get(idKey(id))
    return text === undefined ? undefined : decodeJob(text)
  }

  function leave(id: string): void {
    const before = get(id)
    if (!before) return
    const place = placeOf(before)
    if (place) lines.removeSync(place)
    tenants.remove(before)
  }

  return {
    get,
    *all(): Iterable<KeptJob> {
      for (const { value } of jobs.getRange({})) yield decodeJob(value)
    },
    /** The jobs of this name in a line whose time has come by then, in order of time. */
    *inLine(line: Line, name: string, until: Date): Iterable<KeptJob> {
      const start = lineKey(line, name)
      const end = Buffer.concat([start, timeKey(until.getTime() + 1)])
      for (const { value } of lines.getRange({ start, end })) {
        const job = get(Buffer.from(value).toString())
        if (job) yield job
      }
    },
    /** The first job that waits and is due of the next tenant in turn. */
    nextInTurn(name: string, until: Date, turn: Turn): KeptJob | undefined {
      const id = tenants.next(name, until, turn)
      return id === undefined ? undefined : get(id)
    },
    /** Makes the index by tenant anew: a version without it may have worked on this file. */
    indexTenants(all: readonly KeptJob[]): void {
      tenants.clear()
      for (const job of all) tenants.add(job)
    },
    put(job: KeptJob): KeptJob {
      leave(job._id)
      const place = placeOf(job)
      if (place) lines.putSync(place, Buffer.from(job._id))
      tenants.add(job)
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

const lineKey = (line: Line, name: string): Buffer =>
  Buffer.concat([boundedTextBytes(name, MAX_NAME_BYTES), Buffer.from(`\0${line}\0`)])
