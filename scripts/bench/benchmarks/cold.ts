import { leaveFirstCore, pinning } from '../environment/cpuPinning.js'
import { BATCH_PATH, batchAllValid } from '../load/bulkRequests.js'
import type { Report } from '../report.js'
import {
  COLD_BASELINE,
  COLD_COLUMNS,
  type ColdRounds,
  coldRow,
  coldTarget,
  LOOK_UPS,
  measureCold,
} from './coldLookUps.js'

interface ColdOptions extends ColdRounds {
  readonly connections: number
}

const BATCH_SIZE = 1_000

/** Names never seen before: lookups per second caused by verifications, against the resolver alone. */
export async function benchCold({ seconds, rounds, connections, delay }: ColdOptions): Promise<Report> {
  leaveFirstCore()
  const batch = { path: BATCH_PATH, size: BATCH_SIZE, allValid: batchAllValid(BATCH_SIZE) }
  const measured = await measureCold(
    [
      { path: '/v1/verify', connections, size: 1, allValid: '"status":"valid"' },
      { ...batch, connections: 1 },
      { ...batch, connections: 2 },
    ],
    { seconds, rounds, delay },
  )
  return {
    benchmark: 'Names never seen before: look-ups/s through verifications ÷ the resolver alone',
    settings: {
      pinning,
      DNS: 'in its own process, on the core of the load generator',
      baseline: COLD_BASELINE,
      rounds: `${rounds} of ${seconds} s each, alternating; medians`,
      names: `each used once, ${LOOK_UPS} look-ups each (MX, then the address of its own exchange)`,
    },
    columns: COLD_COLUMNS,
    rows: measured.map(coldRow),
    targets: measured.map(coldTarget),
  }
}
