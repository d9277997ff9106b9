import { type DnsServer, startDnsServer } from '../../../test/support/dnsServer.js'
import { mailZone } from '../../../test/support/dnsZone.js'
import { type Chance, createChance, createJournal, type Journal } from '../../../test/support/journal.js'
import { type KnownList, knownList } from '../../../test/support/knownList.js'
import { buildProgram, type Settings } from '../../../test/support/program.js'
import { type MadeAccount, makeAccounts } from '../accounts.js'
import { checkService, checkStores, type Told } from './check.js'
import { type Load, type LoadOptions, startLoad } from './load.js'
import { type Member, startMember } from './member.js'
import type { FaultyStores } from './stores.js'

/** A service with its stores and clients, and their records. */
export interface Scene {
  readonly settings: Settings
  readonly members: readonly Member[]
  readonly chance: Chance
  readonly journal: Journal
  readonly list: KnownList
  readonly dns: DnsServer
  readonly verifiers: readonly MadeAccount[]
  readonly uploaders: readonly MadeAccount[]
  /** The process that clients call until another one is set. */
  api(): Member
  /** Replaces a process that has ended. */
  replace(gone: Member): Promise<Member>
  load(options: Pick<LoadOptions, 'clients' | 'pauseMs'> & Partial<Pick<LoadOptions, 'where'>>): Load
  /** Holds what the service knows, and then its stores, against what its callers were told. It is stopped after that. */
  check(load: Pick<Load, 'uploads'>): Promise<string[]>
  close(): Promise<void>
}

export interface SceneOptions {
  /** Already open; closed together with the scene. */
  readonly stores: Pick<FaultyStores, 'settings' | 'roles' | 'dispose'>
  readonly seed: number
  /** Of the list that is uploaded. */
  readonly rows?: number
  /** How late DNS answers for the names of the list. */
  readonly delayMs?: number
  /** Options of node for every process. */
  readonly words?: readonly string[]
  /** As `Told` has it; true unless said otherwise. */
  readonly again?: boolean
}

const VERIFIERS = 4
const UPLOADERS = 2

export async function openScene({
  stores,
  seed,
  rows = 60,
  delayMs = 0,
  words = [],
  again = true,
}: SceneOptions): Promise<Scene> {
  await buildProgram()
  const chance = createChance(seed)
  const journal = createJournal()
  const list = knownList(rows, chance)
  const dns = await startDnsServer({ ...mailZone(), ...list.zone(delayMs) })
  const settings = {
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    // No name is to be late on a busy machine.
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
    for (const role of stores.roles) members.push(await startMember(settings, role, words))
    const api = () => members.find(({ role }) => role !== 'worker')!
    const made = await makeAccounts(api().url, settings, VERIFIERS + UPLOADERS)
    const verifiers = made.slice(0, VERIFIERS)
    const uploaders = made.slice(VERIFIERS)
    for (const { id, key } of verifiers) journal.accountMade(id, key)
    const given = { verifiers, uploaders, list, journal, chance }
    return {
      settings,
      members,
      dns,
      ...given,
      api,
      async replace(gone) {
        const place = members.indexOf(gone)
        members[place] = await startMember(settings, gone.role, words)
        return members[place]!
      },
      load(options) {
        const load = startLoad({ where: () => api().url, ...given, ...options })
        loads.push(load)
        return load
      },
      async check({ uploads }) {
        const told: Told = { journal, uploads, uploaders, list, again }
        const { used, problems } = await checkService(api(), told)
        for (const member of members) await member.stop().catch((error: Error) => problems.push(error.message))
        for (const member of members) problems.push(...mistakesOf(member))
        return [...problems, ...(await checkStores(settings, told, used))]
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Errors in the log of a process other than unavailable stores. */
function mistakesOf({ role, printed }: Member): string[] {
  const lines = printed()
    .split('\n')
    .filter((line) => line.includes('"an operation failed"') || line.includes('"the response was cut off by an error"'))
  return lines.slice(0, 3).map((line) => `${role} says: ${line.slice(0, 2_000)}`)
}
