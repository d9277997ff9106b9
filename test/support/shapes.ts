import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from '@jest/globals'
import { makeAccounts } from '../../scripts/soak/accounts.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import type { Plan } from '../../src/features/accounts/index.js'
import { client } from './client.js'
import { sharedPlace } from './cluster.js'
import { type DnsServer, startDnsServer } from './dnsServer.js'
import { mailZone } from './dnsZone.js'
import { eventually } from './eventually.js'
import { describeKurrentdb, type OpenKurrentdb } from './kurrentdb/describeKurrentdb.js'
import { describeMongo } from './mongo/describeMongo.js'
import { type Ended, type Program, type Settings, startProgram } from './program.js'
import { BASE_URL, createCall, type TestService } from './service.js'
import { tempDirectory } from './tempDirectory.js'

/** The service as built and started by its user, in one of its deployments. */
export interface Shaped extends Pick<TestService, 'request' | 'call' | 'dns'> {
  /** What its processes say about where their stores are. */
  readonly stores: string
  /** The settings of its processes, also for operator commands. */
  readonly settings: Settings
  /** API processes. `request` and `call` use them in turn. */
  readonly apis: readonly Program[]
  /** The URL of an API process: of another one each time, if there are two. */
  next(): string
  /** A new account without limits, known to all of them. */
  account(options?: { plan?: Plan; perMonth?: number }): Promise<{ id: string; key: string }>
  /** Kills every process with -9, and starts as many again. */
  killAndStart(): Promise<void>
  /** Signals every process to end, in turn with one of the signals. */
  end(...signals: NodeJS.Signals[]): Promise<readonly Ended[]>
  /** Starts as many processes as before, once they have ended. */
  start(): Promise<void>
  /** The log as it is now, while nothing writes to it. @returns a function that replaces the log by this copy */
  copyLog(): () => void
  /** Makes the last verification in the log unreadable, as a bad sector would, while no process runs. @returns its position */
  damageLast(): Promise<string>
  /** Stops and starts the log's server, with something done to its data in between; absent if the log has none. */
  readonly whileLogIsDown?: ((change: () => unknown) => Promise<void>) | undefined
  /** Stops them, and deletes their data. */
  dispose(): Promise<void>
}

export type StartShape = (settings?: Settings) => Promise<Shaped>

type Role = 'all' | 'api' | 'worker'

interface Place {
  /** What processes say about where their stores are. */
  readonly stores: string
  readonly settings: Settings
  readonly copyLog: Shaped['copyLog']
  readonly damageLast: Shaped['damageLast']
  readonly whileLogIsDown?: Shaped['whileLogIsDown']
  remove(): unknown
}

const FOUR: readonly Role[] = ['worker', 'worker', 'api', 'api']

/**
 * The same tests in every deployment that can be started here: one process that does everything; two API processes and
 * two workers on one log and a MongoDB; and the same with the log in a KurrentDB: a stand-in, and the server of
 * KURRENTDB_URL if that is set. Those with a MongoDB are skipped without one.
 * @param tests called with a function that starts it, and whether its log has a server that can be restarted
 */
export function describeShapes(name: string, tests: (start: StartShape, hasLogServer: boolean) => void): void {
  describe(`${name}, embedded`, () => tests(startIn(ownPlace, ['all']), false))
  describeMongo(`${name}, in four processes`, (mongo) =>
    tests(
      startIn(() => sharedDirectory(mongo), FOUR),
      false,
    ),
  )
  describeKurrentdb(`${name}, as a cluster`, (openServer) =>
    describeMongo('on MongoDB', (mongo) =>
      tests(
        startIn(() => clusterPlace(mongo, openServer), FOUR),
        true,
      ),
    ),
  )
}

async function ownPlace(): Promise<Place> {
  const { path: directory, remove } = tempDirectory()
  return { stores: directory, settings: { DATA_DIR: directory }, ...logIn(directory), remove }
}

async function sharedDirectory(mongo: string): Promise<Place> {
  const { directory, settings, remove } = sharedPlace(mongo)
  return { stores: directory, settings, ...logIn(directory), remove }
}

async function clusterPlace(mongo: string, openServer: OpenKurrentdb): Promise<Place> {
  const { settings, remove } = sharedPlace(mongo)
  const server = await openServer()
  return {
    stores: 'KurrentDB and MongoDB',
    settings: { ...settings, ...server.settings },
    copyLog() {
      const { log } = server.standIn!
      const count = log.all().length
      return () => log.truncate(count)
    },
    async damageLast() {
      const word = server.standIn!.log.damageLast(DAMAGED).toString(16).padStart(16, '0')
      return word + word
    },
    async whileLogIsDown(change) {
      await server.standIn!.stop()
      await change()
      await server.standIn!.restart()
    },
    async remove() {
      await remove()
      await server.close()
    },
  }
}

const DAMAGED = 'AddressVerified'

function logIn(directory: string): Pick<Shaped, 'copyLog' | 'damageLast'> {
  const path = join(directory, 'events.mdb')
  return {
    copyLog() {
      const copy = readFileSync(path)
      return () => writeFileSync(path, copy)
    },
    async damageLast() {
      const environment = openEnvironment(path)
      const log = environment.openDB({ name: 'log', keyEncoding: 'binary', encoding: 'binary' })
      const keys = [...log.getKeys()]
      const textAt = (index: number) => Buffer.from(log.get(keys[index]!) as Uint8Array).toString()
      const at = keys.findLastIndex((_, index) => textAt(index).includes(`"type":"${DAMAGED}"`))
      await log.put(keys[at]!, Buffer.from(textAt(at).replace('"data":', '"data"\u0000')))
      await closeEnvironment(environment)
      return (at + 1).toString(16).padStart(32, '0')
    },
  }
}

const startIn =
  (openPlace: () => Promise<Place>, roles: readonly Role[]): StartShape =>
  async (more = {}) => {
    const place = await openPlace()
    const dns = await startDnsServer(mailZone())
    const settings: Settings = {
      ...place.settings,
      PORT: '0',
      BASE_URL,
      DNS_SERVERS: `${dns.address}:${dns.port}`,
      ACCOUNT_CREATIONS_PER_HOUR: '1000',
      WRITES_PER_MINUTE: '1000000',
      WRITES_PER_DAY: '1000000',
      LOG_LEVEL: 'error',
      ...more,
    }
    const processes = await startProcesses(settings, roles)
    return shaped({ ...place, settings }, dns, processes)
  }

/** Processes that come and go, and one client for their API. */
type Processes = Awaited<ReturnType<typeof startProcesses>>

async function startProcesses(settings: Settings, roles: readonly Role[]) {
  let programs: readonly {
    readonly role: Role
    readonly program: Program
    readonly http: ReturnType<typeof client>
  }[] = []
  let turn = 0

  async function start(): Promise<void> {
    programs = await Promise.all(
      roles.map(async (role) => {
        const program = await startProgram({ ...settings, ROLE: role })
        return { role, program, http: client(program.url) }
      }),
    )
  }
  const answering = () => programs.filter(({ role }) => role !== 'worker')
  const next = () => answering()[turn++ % answering().length]!

  await start()
  return {
    start,
    apis: () => answering().map(({ program }) => program),
    /** What each API process returns. */
    askAll: (...asked: Parameters<Shaped['request']>) =>
      Promise.all(answering().map(({ http }) => http.request(...asked))),
    next: () => next().program.url,
    request: ((...asked) => next().http.request(...asked)) as Shaped['request'],
    end(...signals: NodeJS.Signals[]): Promise<readonly Ended[]> {
      for (const { http } of programs) http.close()
      return Promise.all(programs.map(({ program }, at) => program.end(signals[at % signals.length]!)))
    },
  }
}

function shaped(
  { stores, settings, copyLog, damageLast, whileLogIsDown, remove }: Place,
  dns: DnsServer,
  processes: Processes,
): Shaped {
  const { next, request, askAll, start, end } = processes
  return {
    stores,
    settings,
    dns,
    copyLog,
    damageLast,
    whileLogIsDown,
    get apis() {
      return processes.apis()
    },
    next,
    request,
    call: createCall({ request }),
    async account({ plan, perMonth } = {}) {
      const [made] = await makeAccounts(processes.apis()[0]!.url, settings, 1, perMonth, plan)
      // The first of them knows its limits.
      await eventually(
        () => askAll('GET', '/v1/stats', { key: made!.key }),
        (all) => new Set(all.map(({ body }) => `${body.plan} ${body.current_month.limit}`)).size === 1,
      )
      return made!
    },
    async killAndStart() {
      await end('SIGKILL')
      await start()
    },
    end,
    start,
    async dispose() {
      await end('SIGKILL')
      await dns.close()
      await remove()
    },
  }
}
