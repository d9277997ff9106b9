import { describe } from '@jest/globals'
import type { ProcessService } from '../../testbed/service/processes.js'
import { BASE_URL, type Settings } from '../../testbed/service/settings.js'
import { type StartProcessesOptions, start } from '../../testbed/service/start.js'
import { describeKurrentdb } from './describeKurrentdb.js'
import { describeMongo } from './describeMongo.js'

export type StartShape = (env?: Settings) => Promise<ProcessService>

const startAs =
  (options: StartProcessesOptions): StartShape =>
  (env) =>
    start({ ...options, env: { BASE_URL, ...env } })

/** Two API processes, with a worker that is one of them, or a process of its own. */
const WORKING_API = [{ role: 'all' }, { role: 'api' }] as const
const WORKER_AND_APIS = [{ role: 'worker' }, { role: 'api' }, { role: 'api' }] as const

interface ShapesOptions {
  /** Where there are several; by default two API processes, and a worker, which is one of them on a single machine. */
  readonly processes?: StartProcessesOptions['processes'] & {}
  /** Whether the tests involve the log: by default, they are repeated with another one. */
  readonly involveLog?: boolean
}

/**
 * The same tests in every deployment that can be started here: one process that does everything; several on one log and a
 * MongoDB; and the same with the log in a KurrentDB: a stand-in, and the server of KURRENTDB_URL if that is set. Those with a
 * MongoDB are skipped without one.
 * @param tests called with a function that starts it, and whether its log has a server that can be restarted
 */
export function describeShapes(
  name: string,
  tests: (start: StartShape, hasLogServer: boolean) => void,
  { processes, involveLog = true }: ShapesOptions = {},
): void {
  describe(`${name}, embedded`, () => tests(startAs({ where: 'process' }), false))
  describeMongo(`${name}, in several processes`, (mongo) =>
    tests(
      startAs({ where: 'cluster', shape: 'mongodb', servers: { mongo }, processes: processes ?? WORKING_API }),
      false,
    ),
  )
  if (!involveLog) return
  describeKurrentdb(`${name}, as a cluster`, (open) =>
    describeMongo('on MongoDB', (mongo) =>
      tests(async (env) => {
        const servers = { mongo, kurrentdb: await open() }
        return startAs({ where: 'cluster', shape: 'kurrentdb', servers, processes: processes ?? WORKER_AND_APIS })(env)
      }, true),
    ),
  )
}
