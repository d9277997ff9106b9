// Callers without access to another account's resources: other accounts, keys and no key.
import { randomUUID } from 'node:crypto'
import { newApiKey } from '../../../src/features/accounts/apiKey.js'
import type { Plan } from '../../../src/features/accounts/index.js'
import { ended, submit, upload } from '../../../testbed/callers/batches.js'
import { type Answer, client, type RequestOptions } from '../../../testbed/callers/client.js'
import { delivered, hook } from '../../../testbed/callers/webhooks.js'
import type { Holding, Owner } from './holdings.js'
import type { Ids, Kind } from './kinds.js'
import type { Scene } from './scene.js'

/** A caller that does not own the resource. */
export interface OtherCaller {
  readonly name: string
  readonly key?: string
  /** Calls from its own loopback address, so that limits per client address affect no other caller. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Its own identifiers of these kinds, if it can have any; created on first use. */
  own(kinds: readonly Kind[]): Promise<Ids>
  /** Whether it does not own this resource. */
  mustNotSee(holding: Holding): boolean
  close(): void
}

const PLANS: readonly Plan[] = ['free', 'enterprise']

/** Fewer than the unknown keys that one client address may try per minute. */
const CALLS_PER_ADDRESS = 40

let addresses = 0

/** From 127.1.0.0 on; all of 127.0.0.0/8 is this machine. */
function nextAddress(): string {
  addresses++
  return `127.1.${addresses >> 8}.${addresses & 255}`
}

/** They have limits that no matrix uses up. */
export async function openOtherCallers(scene: Scene, owner: Owner): Promise<OtherCaller[]> {
  const { api } = scene
  const accounts = await Promise.all(
    PLANS.map(async (plan) => {
      const { key } = await api.account({ plan, perMinute: 100_000 })
      return otherCaller(scene, `another account (${plan})`, { key, own: ownOf(scene, key, false) })
    }),
  )
  const { key } = await api.account({ plan: 'growth', perMinute: 100_000 })
  const sandbox = (await api.generate(key, { sandbox: true })).key
  // Without a valid key, nothing is looked up: one resource of each shape shows that.
  const shapeOf = ({ ids, operation }: Holding) => `${operation} ${Object.keys(ids)}`
  const firsts = new Map(owner.holdings.toReversed().map((holding) => [shapeOf(holding), holding]))
  const isFirst = (holding: Holding) => firsts.get(shapeOf(holding)) === holding
  return [
    ...accounts,
    otherCaller(scene, "another account's sandbox key", { key: sandbox, own: ownOf(scene, sandbox, true) }),
    otherCaller(scene, "A's own sandbox key", { key: owner.sandboxKey, mustNotSee: ({ sandbox: made }) => !made }),
    otherCaller(scene, 'no key', {}),
    otherCaller(scene, 'a key that never was', { key: newApiKey(false), mustNotSee: isFirst }),
    otherCaller(scene, "A's revoked key", { key: owner.revokedKey, mustNotSee: isFirst }),
  ]
}

function otherCaller({ api }: Scene, name: string, more: Partial<OtherCaller>): OtherCaller {
  let calls = 0
  let current = client(api.url, { localAddress: nextAddress() })
  return {
    name,
    request: (method, path, options = {}) => {
      // Unknown keys are limited per client address.
      if (++calls % CALLS_PER_ADDRESS === 0) {
        current.close()
        current = client(api.url, { localAddress: nextAddress() })
      }
      return current.request(method, path, { ...options, ...(more.key !== undefined && { key: more.key }) })
    },
    own: async () => ({}),
    mustNotSee: () => true,
    close: () => current.close(),
    ...more,
  }
}

function ownOf({ api, target }: Scene, key: string, sandbox: boolean): OtherCaller['own'] {
  const made = new Map<string, Promise<Ids>>()
  const once = (name: string, make: () => Promise<Ids>): Promise<Ids> => {
    const known = made.get(name) ?? make()
    made.set(name, known)
    return known
  }

  async function submitted(): Promise<string> {
    const id = await submit(api, key, ['ada@explicit.mailproof.net'], { webhook_url: target.url })
    await ended(api, key, id)
    return id
  }
  async function file(): Promise<Ids> {
    const id = await upload(api, key, 'email\nada@explicit.mailproof.net\n')
    const { download_url } = await ended(api, key, id)
    const { searchParams } = new URL(download_url)
    return { batch: id, expires: searchParams.get('expires')!, signature: searchParams.get('signature')! }
  }
  /** A sandbox key has no webhooks, only the webhook URLs of its jobs. */
  async function endpoint(): Promise<Ids> {
    if (sandbox) {
      const id = `job_${await submitted()}`
      return { endpoint: id, delivery: (await delivered(api, key, id))[0].id }
    }
    const id = (await hook(api, key, target.url, { events: ['usage.limit_reached'] })).id as string
    await api.call('testWebhook', { key, params: { webhookId: id } })
    return { endpoint: id, delivery: (await delivered(api, key, id))[0].id }
  }
  const other = async (): Promise<Ids> => (sandbox ? {} : { key: (await api.generate(key)).id })

  return async (kinds) => {
    const wants = (...some: Kind[]) => some.some((kind) => kinds.includes(kind))
    return {
      ...(wants('batch', 'expires', 'signature') && (await once('file', file))),
      ...(wants('endpoint', 'delivery') && (await once('endpoint', endpoint))),
      ...(wants('key') && (await once('key', other))),
      ...(wants('idempotencyKey') && { idempotencyKey: `own-${randomUUID()}` }),
    }
  }
}
