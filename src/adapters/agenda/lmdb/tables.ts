// The LMDB tables of jobs, and the queues that index them.
import type { Database, RootDatabase } from 'lmdb'
import type { Turn } from '../../../kernel/ports/jobs.js'
import { boundedTextBytes } from '../../lmdb/bytes.js'
import { openDatabase, textEncoder } from '../../lmdb/databases.js'
import { type InspectedPage, pageAfter } from '../../lmdb/inspectPages.js'
import type { KeptJob } from '../lifecycle.js'
import { decodeJob, encodeJob } from './codec.js'
import { idKey, MAX_NAME_BYTES, timeKey } from './keys.js'
import { openTenantQueue } from './tenantQueue.js'

/** Queues: waiting jobs ordered by due time, locked jobs by lock time. */
type Queue = 'waiting' | 'locked'

export type Tables = ReturnType<typeof openTables>

/** Jobs and the queues that index them. Writes happen inside the caller's transaction. */
export function openTables(environment: RootDatabase) {
  /** id → job */
  const jobs: Database<string, Uint8Array> = openDatabase(environment, 'jobs', { encoder: textEncoder() })
  /** name, queue, time, id → id */
  const queues: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'lines')
  const tenants = openTenantQueue(environment)

  const get = (id: string): KeptJob | undefined => {
    const text = jobs.get(idKey(id))
    return text === undefined ? undefined : decodeJob(text)
  }

  function removeFromQueues(id: string): void {
    const before = get(id)
    if (!before) return
    const queueKey = queueKeyOf(before)
    if (queueKey) queues.removeSync(queueKey)
    tenants.remove(before)
  }

  function inspectJobs(after: Uint8Array | undefined): InspectedPage {
    const problems: string[] = []
    let last: Uint8Array | undefined
    for (const { key, value } of [...jobs.getRange(pageAfter(after))]) {
      last = key
      try {
        const queueKey = queueKeyOf(decodeJob(value))
        if (queueKey && !queues.get(queueKey)) problems.push('a job is missing in its queue')
      } catch (error) {
        problems.push((error as Error).message)
      }
    }
    return { problems, last }
  }

  function inspectQueues(after: Uint8Array | undefined): InspectedPage {
    const problems: string[] = []
    let last: Uint8Array | undefined
    for (const { key, value } of [...queues.getRange(pageAfter(after))]) {
      last = key
      if (!isQueued(key, Buffer.from(value).toString())) problems.push('a queue refers to a job that is not in it')
    }
    return { problems, last }
  }

  /** Whether a job belongs at this place of a queue; true of one that cannot be read, which is reported by itself. */
  function isQueued(key: Uint8Array, id: string): boolean {
    try {
      const job = get(id)
      return job !== undefined && queueKeyOf(job)?.equals(key) === true
    } catch {
      return true
    }
  }

  return {
    get,
    *all(): Iterable<KeptJob> {
      for (const { value } of jobs.getRange({})) yield decodeJob(value)
    },
    /** Jobs of this name in a queue whose time is not after `until`, in order of time. */
    *inQueue(queue: Queue, name: string, until: Date): Iterable<KeptJob> {
      const start = queuePrefix(queue, name)
      const end = Buffer.concat([start, timeKey(until.getTime() + 1)])
      for (const { value } of queues.getRange({ start, end })) {
        const job = get(Buffer.from(value).toString())
        if (job) yield job
      }
    },
    /** The first due waiting job of the next tenant in turn. */
    nextInTurn(name: string, until: Date, turn: Turn): KeptJob | undefined {
      const id = tenants.next(name, until, turn)
      return id === undefined ? undefined : get(id)
    },
    /** Rebuilds the index by tenant: an older version without it may have written to this file. */
    indexTenants(all: readonly KeptJob[]): void {
      tenants.clear()
      for (const job of all) tenants.add(job)
    },
    put(job: KeptJob): KeptJob {
      removeFromQueues(job._id)
      const queueKey = queueKeyOf(job)
      if (queueKey) queues.putSync(queueKey, Buffer.from(job._id))
      tenants.add(job)
      jobs.putSync(idKey(job._id), encodeJob(job))
      return job
    },
    remove(id: string): void {
      removeFromQueues(id)
      jobs.removeSync(idKey(id))
    },
    inspections: [inspectJobs, inspectQueues] as const,
  }
}

/** Queue key of a job; undefined for a job that has no due time. */
function queueKeyOf({ _id, name, lockedAt, nextRunAt }: KeptJob): Buffer | undefined {
  const time = lockedAt ?? nextRunAt
  if (!time) return undefined
  return Buffer.concat([queuePrefix(lockedAt ? 'locked' : 'waiting', name), timeKey(time.getTime()), idKey(_id)])
}

const queuePrefix = (queue: Queue, name: string): Buffer =>
  Buffer.concat([boundedTextBytes(name, MAX_NAME_BYTES), Buffer.from(`\0${queue}\0`)])
