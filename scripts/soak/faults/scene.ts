import { type DnsServer, startDnsServer } from '../../../testbed/dns/server.js'
import { mailZone } from '../../../testbed/dns/zone.js'
import { type KnownList, knownList } from '../../../testbed/given/knownList.js'
import { type Chance, createChance, createJournal, type Journal } from '../../../testbed/records/journal.js'
import { type MadeAccount, makeAccounts } from '../../../testbed/service/accounts.js'
import { type Member, startMember } from '../../../testbed/service/member.js'
import { buildProgram, type Settings } from '../../../testbed/service/program.js'
import type { FaultyStores } from '../../../testbed/stores/faultyStores.js'
import { type ClientRecords, checkService, checkStores } from './check.js'
import { type Load, type LoadOptions, startLoad } from './load.js'

/** A service with its stores, and clients with a journal of their responses. */
export interface Scene {
  readonly settings: Settings
  readonly members: readonly Member[]
  readonly chance: Chance
  readonly journal: Journal
  readonly list: KnownList
  readonly dns: DnsServer
  readonly verifiers: readonly MadeAccount[]
  readonly uploaders: readonly MadeAccount[]
  /** The process that clients call. */
  api(): Member
  /** Replaces a process that has ended. */
  replace(ended: Member): Promise<Member>
  load(options: Pick<LoadOptions, 'clients' | 'pauseMs'> & Partial<Pick<LoadOptions, 'where' | 'operations'>>): Load
  /** Compares the service, and then its stores, with the responses that clients received. Stops the service. @returns problems */
  check(load: Pick<Load, 'uploads'>): Promise<string[]>
  close(): Promise<void>
}

interface SceneOptions {
  /** Already open; closed together with the scene. */
  readonly stores: Pick<FaultyStores, 'settings' | 'roles' | 'dispose'>
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
  await buildProgram()
  const chance = createChance(seed)
  const journal = createJournal()
  const list = knownList(rows, chance)
  const dns = await startDnsServer({ ...mailZone(), ...list.zone(delayMs) })
  const settings = {
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // Generous, so that no lookup times out on a busy machine.
    DNS_TIMEOUT_MS: '20000',
    ACCOUNT_CREATIONS_PER_HOUR: '1000000',
    WRITES_PER_MINUTE: '1000000',
    WRITES_PER_DAY: '1000000',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...stores.settings,
  }
  const members: Member[] = []
  const loads: Load[] = []
  const close = async () => {
    await Promise.all(members.map((member) => member.kill()))
    await Promise.all(loads.map((load) => load.stop()))
    await dns.close()
    await stores.dispose()
  }
  try {
    for (const role of stores.roles) members.push(await startMember(settings, role, nodeOptions))
    const api = () => members.find(({ role }) => role !== 'worker')!
    const accounts = await makeAccounts(api().url, settings, VERIFIERS + UPLOADERS)
    const verifiers = accounts.slice(0, VERIFIERS)
    const uploaders = accounts.slice(VERIFIERS)
    for (const { id, key } of verifiers) journal.accountMade(id, key)
    const shared = { verifiers, uploaders, list, journal, chance }
    return {
      settings,
      members,
      dns,
      ...shared,
      api,
      async replace(ended) {
        const index = members.indexOf(ended)
        members[index] = await startMember(settings, ended.role, nodeOptions)
        return members[index]!
      },
      load(options) {
        const load = startLoad({ where: () => api().url, ...shared, ...options })
        loads.push(load)
        return load
      },
      async check({ uploads }) {
        const expected: ClientRecords = { journal, uploads, uploaders, list, retryUploads }
        const { used, problems } = await checkService(api(), expected)
        for (const member of members) await member.stop().catch((error: Error) => problems.push(error.message))
        for (const member of members) problems.push(...unexpectedErrors(member))
        return [...problems, ...(await checkStores(settings, expected, used))]
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Errors in the log of a process that an unavailable store does not explain. */
function unexpectedErrors({ role, printed }: Member): string[] {
  const lines = printed()
    .split('\n')
    .filter((line) => line.includes('"an operation failed"') || line.includes('"the response was cut off by an error"'))
  return lines.slice(0, 3).map((line) => `${role} process logged: ${line.slice(0, 2_000)}`)
}
