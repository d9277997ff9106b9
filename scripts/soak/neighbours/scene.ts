// A service under attack, with all its accounts.
import { freePort } from '../../../testbed/freePort.js'
import { createAccounts } from '../../../testbed/service/accounts.js'
import type { ProcessService, ProcessToStart } from '../../../testbed/service/processes.js'
import type { Account } from '../../../testbed/service/service.js'
import { start } from '../../../testbed/service/start.js'
import { openPlace } from '../../../testbed/stores/place.js'
import { CALM_MAIL_DOMAINS } from './hostileMail.js'
import { WARM_DOMAINS } from './hostileZone.js'
import { heldBy, inspectorIn } from './inspector.js'
import { limitMemory } from './memoryLimit.js'
import { type Others, startOthers } from './others.js'
import { priorities } from './priority.js'
import { type CaddyProxy, startCaddy } from './proxy.js'
import { startServers } from './servers.js'

/** Number of accounts with a webhook; they are tested in turn, far below any limit. */
const WEBHOOK_OWNERS = 10
const GROWTH = { plan: 'growth', perMonth: 50_000, perMinute: 600 } as const

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
  const place = await openPlace(mongo ? 'mongodb' : 'lmdb', { mongo })
  const { first, last } = priorities(raised)
  const servers = await startServers(last)
  const metricsPort = await freePort()
  const limit = memory === undefined ? undefined : limitMemory(memory)
  const nodeOptions = ['--inspect=127.0.0.1:0', ...(limit?.nodeOptions ?? [])]
  const metrics = { METRICS_PORT: `${metricsPort}` }
  const processes: readonly ProcessToStart[] = mongo
    ? [{ role: 'worker' }, { role: 'api', env: metrics }]
    : [{ role: 'all', env: metrics }]
  let service: ProcessService | undefined
  let others: Others | undefined
  let caddy: CaddyProxy | undefined
  const close = async () => {
    await others?.kill()
    await caddy?.kill()
    await service?.dispose()
    limit?.remove()
    await servers.kill()
    await place.remove()
  }
  try {
    service = await start({
      where: 'cluster',
      place,
      limited: true,
      processes,
      nodeOptions,
      commandPrefix: [...first, ...(limit?.commandPrefix ?? [])],
      env: {
        DNS_SERVERS: servers.dns,
        MAILBOX_CHECKS: 'on',
        MAILBOX_EHLO_NAME: 'probe.mailproof.net',
        MAILBOX_PORT: `${servers.mailPort}`,
        MAILBOX_PROXY: servers.mailProxy,
        ACCOUNT_CREATIONS_PER_HOUR: '1000000',
        WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
        ...(proxy && { TRUST_PROXY: '1' }),
      },
    })
    const { url: direct, processes: running } = service
    const attackers = await createAttackers(service, count)
    if (proxy) caddy = await startCaddy(direct)
    const url = caddy?.url ?? direct
    const inspectors = running.map(({ printed }) => inspectorIn(printed())!)
    const [verifier, ...owners] = (await service.accounts(1 + WEBHOOK_OWNERS)) as [Account, ...Account[]]
    others = await startOthers(
      {
        url,
        verifierKey: verifier.key,
        domains: WARM_DOMAINS,
        mailDomains: CALM_MAIL_DOMAINS,
        webhookKeys: owners.map(({ key }) => key),
      },
      first,
    )
    return {
      url,
      pids: running.map(({ pid }) => pid),
      metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
      directory: place.directory,
      others,
      memory: limit?.description,
      attackerPrefix: last,
      nextAttacker: () => attackers.pop(),
      held: (withinMs = RESPONSE_TIMEOUT_MS) => heldByAll(inspectors, withinMs),
      answers: () => answers(direct),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** For each attacker an account on the free plan, and one on the growth plan with that plan's limits. */
async function createAttackers(service: ProcessService, count: number): Promise<AttackerIdentity[]> {
  const free = await createAccounts(service.url, count)
  const paid = await service.accounts(count, GROWTH)
  return free.map(({ key }, at) => {
    addresses++
    const source = `127.0.${1 + Math.floor(addresses / HOSTS)}.${1 + (addresses % HOSTS)}`
    return { source, freeKey: key, paidKey: paid[at]!.key }
  })
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
