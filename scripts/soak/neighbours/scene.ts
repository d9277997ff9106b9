import { randomBytes } from 'node:crypto'
import { client } from '../../../test/support/client.js'
import { testDatabase } from '../../../test/support/mongo/database.js'
import { buildProgram, type Settings } from '../../../test/support/program.js'
import { tempDirectory } from '../../../test/support/tempDirectory.js'
import { freePort } from '../../support/freePort.js'
import { type MadeAccount, makeAccounts, setMonthLimits } from '../accounts.js'
import { type Member, type Role, startMember } from '../faults/member.js'
import { startDns } from './dns.js'
import { WARM_DOMAINS } from './hostileZone.js'
import { type Others, startOthers } from './others.js'

/** Number of accounts with a webhook; they are tested in turn, far below any limit. */
const WEBHOOK_OWNERS = 10
const GROWTH = { perMonth: 50_000, perMinute: 600 }

interface AttackerKeys {
  readonly freeKey: string
  readonly paidKey: string
}

/** A service under attack: its processes, the other accounts, and accounts for the attackers. */
export interface Scene {
  readonly url: string
  readonly pids: readonly number[]
  readonly metricsUrl: string
  readonly directory: string
  readonly others: Others
  readonly attackers: ReadonlyMap<string, AttackerKeys>
  /** Whether /health/live responds within a few seconds. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

interface SceneOptions {
  /** Attacks that need accounts. */
  readonly attacks: readonly string[]
  /** MongoDB of one api and one worker process; without it, one process does everything. */
  readonly mongo: string | undefined
}

const RESPONSE_TIMEOUT_MS = 5_000

export async function openScene({ attacks, mongo }: SceneOptions): Promise<Scene> {
  await buildProgram()
  const { path: directory, remove } = tempDirectory()
  const database = mongo === undefined ? undefined : testDatabase(mongo)
  const dns = await startDns()
  const metricsPort = await freePort()
  const settings: Settings = {
    DATA_DIR: directory,
    DNS_SERVERS: `${dns.address}:${dns.port}`,
    ACCOUNT_CREATIONS_PER_HOUR: '1000000',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...(database && { MONGODB_URL: database.url, SECRET_KEY: randomBytes(32).toString('base64') }),
  }
  const roles: readonly Role[] = database ? ['worker', 'api'] : ['all']
  const members: Member[] = []
  let others: Others | undefined
  const close = async () => {
    await others?.kill()
    await Promise.all(members.map((member) => member.kill()))
    await dns.kill()
    await database?.drop()
    remove()
  }
  try {
    for (const role of roles) {
      const metrics: Settings = role === 'worker' ? {} : { METRICS_PORT: `${metricsPort}` }
      members.push(await startMember({ ...settings, ...metrics }, role))
    }
    const { url } = members.find(({ role }) => role !== 'worker')!
    const attackers = await createAttackers(url, settings, attacks)
    const [verifier, ...owners] = (await makeAccounts(url, settings, 1 + WEBHOOK_OWNERS)) as [
      MadeAccount,
      ...MadeAccount[],
    ]
    others = await startOthers({
      url,
      verifierKey: verifier.key,
      domains: WARM_DOMAINS,
      webhookKeys: owners.map(({ key }) => key),
    })
    return {
      url,
      pids: members.map(({ pid }) => pid),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      directory,
      others,
      attackers,
      answers: () => answers(url),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** For each attack an account on the free plan, and one on the growth plan with that plan's limits. */
async function createAttackers(
  url: string,
  settings: Settings,
  attacks: readonly string[],
): Promise<Map<string, AttackerKeys>> {
  const { request, close } = client(url)
  const create = async (): Promise<MadeAccount> => {
    const { status, text, body } = await request('POST', '/v1/accounts/create', { body: { email: 'eve@example.org' } })
    if (status !== 201) throw new Error(`An account could not be created: ${text}`)
    return { id: body.account.id, key: body.api_key }
  }
  try {
    const free: MadeAccount[] = []
    const paid: MadeAccount[] = []
    for (const _ of attacks) {
      free.push(await create())
      paid.push(await create())
    }
    await setMonthLimits(url, settings, paid, GROWTH.perMonth, 'growth', GROWTH.perMinute)
    return new Map(attacks.map((name, at) => [name, { freeKey: free[at]!.key, paidKey: paid[at]!.key }]))
  } finally {
    close()
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })).status === 200
  } catch {
    return false
  }
}
