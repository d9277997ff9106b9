import { randomBytes } from 'node:crypto'
import { client } from '../../../testbed/callers/client.js'
import { freePort } from '../../../testbed/freePort.js'
import { type MadeAccount, makeAccounts, setMonthLimits } from '../../../testbed/service/accounts.js'
import { type Member, type Role, startMember } from '../../../testbed/service/member.js'
import { buildProgram, type Settings } from '../../../testbed/service/program.js'
import { testDatabase } from '../../../testbed/stores/mongo/database.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import { startDns } from './dns.js'
import { WARM_DOMAINS } from './hostileZone.js'
import { heldBy, inspectorIn } from './inspector.js'
import { limitMemory } from './memoryLimit.js'
import { type Others, startOthers } from './others.js'
import { priorities } from './priority.js'
import { type CaddyProxy, startCaddy } from './proxy.js'

/** Number of accounts with a webhook; they are tested in turn, far below any limit. */
const WEBHOOK_OWNERS = 10
const GROWTH = { perMonth: 50_000, perMinute: 600 }

interface AttackerIdentity {
  /** The loopback address that it connects from. */
  readonly source: string
  readonly freeKey: string
  readonly paidKey: string
}

/** A service under attack: its processes, the other accounts, and accounts for the attackers. */
export interface Scene {
  readonly url: string
  /** What limits the memory of its processes; undefined without a limit. */
  readonly memory: string | undefined
  readonly pids: readonly number[]
  readonly metricsUrl: string
  readonly directory: string
  readonly others: Others
  /** Command that starts an attacker. */
  readonly attackerPrefix: readonly string[]
  /** Accounts and an address for the next attacker. @returns undefined if all have been taken */
  nextAttacker(): AttackerIdentity | undefined
  /** Bytes that the processes hold after a forced garbage collection; undefined if they do not respond in time. */
  held(withinMs?: number): Promise<number | undefined>
  /** Whether /health/live responds within a few seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

export interface SceneOptions {
  /** MongoDB of one api and one worker process; without it, one process does everything. */
  readonly mongo: string | undefined
  /** Bytes that all processes of the service have together. */
  readonly memory?: number | undefined
  /** Attackers and others reach the service through the shipped Caddy. */
  readonly proxy?: boolean
  /** Above the priority of other work of this machine, if this process may raise it. */
  readonly raised?: boolean
}

const RESPONSE_TIMEOUT_MS = 5_000
/** Addresses of attackers below 127.0.1. and so on. */
const HOSTS = 250
let addresses = 0

/** @param count number of attackers that will attack it */
export async function openScene(count: number, { mongo, memory, proxy, raised = false }: SceneOptions): Promise<Scene> {
  await buildProgram()
  const { path: directory, remove } = tempDirectory()
  const database = mongo === undefined ? undefined : testDatabase(mongo)
  const { first, last } = priorities(raised)
  const dns = await startDns(last)
  const metricsPort = await freePort()
  const settings: Settings = {
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    ACCOUNT_CREATIONS_PER_HOUR: '1000000',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...(proxy && { TRUST_PROXY: '1' }),
    ...(database && { MONGODB_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') }),
  }
  const limit = memory === undefined ? undefined : limitMemory(memory)
  const nodeOptions = ['--inspect=127.0.0.1:0', ...(limit?.nodeOptions ?? [])]
  const roles: readonly Role[] = database ? ['worker', 'api'] : ['all']
  const members: Member[] = []
  let others: Others | undefined
  let caddy: CaddyProxy | undefined
  const close = async () => {
    await others?.kill()
    await caddy?.kill()
    await Promise.all(members.map((member) => member.kill()))
    limit?.remove()
    await dns.kill()
    await database?.drop()
    remove()
  }
  try {
    for (const role of roles) {
      const metrics: Settings = role === 'worker' ? {} : { METRICS_PORT: `${metricsPort}` }
      members.push(
        await startMember({ ...settings, ...metrics }, role, nodeOptions, [...first, ...(limit?.commandPrefix ?? [])]),
      )
    }
    const service = members.find(({ role }) => role !== 'worker')!
    const attackers = await createAttackers(service.url, settings, count)
    if (proxy) caddy = await startCaddy(service.url)
    const url = caddy?.url ?? service.url
    const inspectors = members.map(({ printed }) => inspectorIn(printed())!)
    const [verifier, ...owners] = (await makeAccounts(service.url, settings, 1 + WEBHOOK_OWNERS)) as [
      MadeAccount,
      ...MadeAccount[],
    ]
    others = await startOthers(
      {
        url,
        verifierKey: verifier.key,
        domains: WARM_DOMAINS,
        webhookKeys: owners.map(({ key }) => key),
      },
      first,
    )
    return {
      url,
      pids: members.map(({ pid }) => pid),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      directory,
      others,
      memory: limit?.description,
      attackerPrefix: last,
      nextAttacker: () => attackers.pop(),
      held: (withinMs = RESPONSE_TIMEOUT_MS) => heldByAll(inspectors, withinMs),
      answers: () => answers(service.url),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** For each attacker an account on the free plan, and one on the growth plan with that plan's limits. */
async function createAttackers(url: string, settings: Settings, count: number): Promise<AttackerIdentity[]> {
  const free = await createAccounts(url, count)
  const paid = await createAccounts(url, count)
  await setMonthLimits(url, settings, paid, GROWTH.perMonth, 'growth', GROWTH.perMinute)
  return free.map(({ key }, at) => {
    addresses++
    const source = `127.0.${1 + Math.floor(addresses / HOSTS)}.${1 + (addresses % HOSTS)}`
    return { source, freeKey: key, paidKey: paid[at]!.key }
  })
}

async function createAccounts(url: string, count: number): Promise<MadeAccount[]> {
  const { request, close } = client(url)
  try {
    const accounts: MadeAccount[] = []
    for (let at = 0; at < count; at++) {
      const { status, text, body } = await request('POST', '/v1/accounts/create', {
        body: { email: 'eve@example.org' },
      })
      if (status !== 201) throw new Error(`An account could not be created: ${text}`)
      accounts.push({ id: body.account.id, key: body.api_key })
    }
    return accounts
  } finally {
    close()
  }
}

async function heldByAll(inspectors: readonly string[], withinMs: number): Promise<number | undefined> {
  const all = await Promise.all(inspectors.map((inspector) => heldBy(inspector, withinMs)))
  return all.includes(undefined) ? undefined : all.reduce<number>((sum, each) => sum + each!, 0)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })).status === 200
  } catch {
    return false
  }
}
