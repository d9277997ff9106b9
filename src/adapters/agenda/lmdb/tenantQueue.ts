// The LMDB index that gives each tenant with a due job its turn.
import type { Database, RootDatabase } from 'lmdb'
import type { Turn } from '../../../kernel/ports/jobs.js'
import { boundedTextBytes, readNumber } from '../../lmdb/bytes.js'
import { openDatabase } from '../../lmdb/databases.js'
import type { KeptJob } from '../lifecycle.js'
import { tenantOf } from '../tenant.js'
import { idKey, MAX_NAME_BYTES, timeKey } from './keys.js'

const MAX_TENANT_BYTES = 500
const ZERO = Buffer.of(0)
const ONE = Buffer.of(1)

/**
 * Index of waiting jobs by tenant, then by due time. Finding the next tenant in turn costs one step for each tenant that
 * is skipped, however many jobs it has.
 */
export function openTenantQueue(environment: RootDatabase) {
  /** name, tenant, time, id → id */
  const queue: Database<Uint8Array, Uint8Array> = openDatabase(environment, 'tenants')

  /** Id of the first due job of the tenants after `after`. */
  function nextAfter(after: Buffer, name: Buffer, until: number, { excluded }: Turn): string | undefined {
    const end = Buffer.concat([name, ONE])
    for (let start = after; ; ) {
      const [first] = queue.getRange({ start, end, limit: 1 })
      if (!first) return undefined
      const key = Buffer.from(first.key)
      const tenantEnd = key.indexOf(0, name.length + 1)
      const tenant = key.subarray(name.length + 1, tenantEnd).toString()
      if (readNumber(key, tenantEnd + 1) <= until && !excluded.has(tenant)) return Buffer.from(first.value).toString()
      start = Buffer.concat([key.subarray(0, tenantEnd), ONE])
    }
  }

  return {
    add: (job: KeptJob): void => {
      const key = keyOf(job)
      if (key) queue.putSync(key, Buffer.from(job._id))
    },
    remove: (job: KeptJob): void => {
      const key = keyOf(job)
      if (key) queue.removeSync(key)
    },
    clear: (): void => queue.clearSync(),
    /** Id of the first due job of the next tenant in turn. */
    next(name: string, until: Date, turn: Turn): string | undefined {
      const prefix = boundedTextBytes(name, MAX_NAME_BYTES)
      const first = Buffer.concat([prefix, ZERO])
      const after = Buffer.concat([first, boundedTextBytes(turn.after, MAX_TENANT_BYTES), ONE])
      return nextAfter(after, prefix, until.getTime(), turn) ?? nextAfter(first, prefix, until.getTime(), turn)
    },
  }
}

function keyOf(job: KeptJob): Buffer | undefined {
  const { _id, name, lockedAt, nextRunAt } = job
  if (lockedAt || !nextRunAt) return undefined
  const tenant = boundedTextBytes(tenantOf(job), MAX_TENANT_BYTES)
  return Buffer.concat([
    boundedTextBytes(name, MAX_NAME_BYTES),
    ZERO,
    tenant,
    ZERO,
    timeKey(nextRunAt.getTime()),
    idKey(_id),
  ])
}
