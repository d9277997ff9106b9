// A service with its stores and clients, for faults.
import { type Chance, createChance } from '../../../testbed/chance.js'
import { mailZone } from '../../../testbed/dns/zone.js'
import { type KnownList, knownList } from '../../../testbed/given/knownList.js'
import { createJournal, type Journal } from '../../../testbed/records/journal.js'
import type { ServiceProcess } from '../../../testbed/service/process.js'
import type { ProcessService } from '../../../testbed/service/processes.js'
import type { Account } from '../../../testbed/service/service.js'
import { start } from '../../../testbed/service/start.js'
import type { FaultyStores } from '../../../testbed/stores/faultyStores.js'
import { type ClientRecords, checkService, checkStores } from './check.js'
import { type Load, type LoadOptions, startLoad } from './load.js'

/** A service with its stores, and clients with a journal of their responses. */
export interface Scene {
  readonly service: ProcessService
  readonly chance: Chance
  readonly journal: Journal
  readonly list: KnownList
  readonly verifiers: readonly Account[]
  readonly uploaders: readonly Account[]
  /** The process that clients call. */
  api(): ServiceProcess
  load(options: Pick<LoadOptions, 'clients' | 'pauseMs'> & Partial<Pick<LoadOptions, 'where' | 'operations'>>): Load
  /** Compares the service, and then its stores, with the responses that clients received. Stops the service. @returns problems */
  check(load: Pick<Load, 'uploads'>): Promise<string[]>
  close(): Promise<void>
}

interface SceneOptions {
  /** Already open; closed together with the scene. */
  readonly stores: Pick<FaultyStores, 'settings' | 'roles' | 'remove'>
  readonly seed: number
  /** Rows of the uploaded list. */
  readonly rows?: number
  /** Delay of DNS responses for the names of the list, in milliseconds. */
  readonly delayMs?: number
  /** Node options of every process. */
  readonly nodeOptions?: readonly string[]
  /** Whether uploads without an acknowledgement are retried until they have one (default: true). */
  readonly retryUploads?: boolean
}

const VERIFIERS = 4
const UPLOADERS = 2

export async function openScene({
  stores,
  seed,
  rows = 60,
  delayMs = 0,
  nodeOptions = [],
  retryUploads = true,
}: SceneOptions): Promise<Scene> {
  const chance = createChance(seed)
  const journal = createJournal()
  const list = knownList(rows, chance)
  const service = await start({
    where: 'cluster',
    processes: stores.roles.map((role) => ({ role })),
    nodeOptions,
    zone: { ...mailZone(), ...list.zone(delayMs) },
    env: {
      // Generous, so that no lookup times out on a busy machine.
      DNS_TIMEOUT_MS: '20000',
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      ...stores.settings,
    },
  }).catch(async (error) => {
    await stores.remove()
    throw error
  })
  const loads: Load[] = []
  const close = async () => {
    await service.kill()
    await Promise.all(loads.map((load) => load.stop()))
    await service.dispose()
    await stores.remove()
  }
  try {
    const api = () => service.apis[0]!
    const accounts = await service.accounts(VERIFIERS + UPLOADERS)
    const verifiers = accounts.slice(0, VERIFIERS)
    const uploaders = accounts.slice(VERIFIERS)
    for (const { id, key } of verifiers) journal.accountMade(id, key)
    const shared = { verifiers, uploaders, list, journal, chance }
    return {
      service,
      ...shared,
      api,
      load(options) {
        const load = startLoad({ where: () => api().url, ...shared, ...options })
        loads.push(load)
        return load
      },
      async check({ uploads }) {
        const expected: ClientRecords = { journal, uploads, uploaders, list, retryUploads }
        const { used, problems } = await checkService(api(), expected)
        for (const each of service.processes) await each.stop().catch((error: Error) => problems.push(error.message))
        for (const each of service.processes) problems.push(...unexpectedErrors(each))
        return [...problems, ...(await checkStores(service, expected, used))]
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Errors in the log of a process that an unavailable store does not explain. */
function unexpectedErrors({ role, printed }: ServiceProcess): string[] {
  const lines = printed()
    .split('\n')
    .filter((line) => line.includes('"an operation failed"') || line.includes('"the response was cut off by an error"'))
  return lines.slice(0, 3).map((line) => `${role} process logged: ${line.slice(0, 2_000)}`)
}
