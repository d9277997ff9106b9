// Nested GraphQL queries read the stores as often for many objects as for one.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openStores } from '../../src/composition/openStores.js'
import type { Collection, CollectionDefinition, Document } from '../../src/kernel/ports/documentStore.js'
import { ended, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { delivered, hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

/** Reads of the stores, by name of the collection or `log`. */
const reads: string[] = []

/** The same store, with every read recorded. */
function noting<T extends object>(target: T, name: string, methods: readonly string[]): T {
  return new Proxy(target, {
    get(from, member, receiver) {
      const value = Reflect.get(from, member, receiver)
      if (typeof value !== 'function' || !methods.includes(String(member))) return value
      return (...args: unknown[]) => {
        reads.push(name)
        return value.apply(from, args)
      }
    },
  })
}

/** The configured stores, with every read of documents and of the log recorded. */
const openNoting: typeof openStores = async (...opening) => {
  const stores = await openStores(...opening)
  const collection = <D extends Document>(definition: CollectionDefinition): Collection<D> =>
    noting(stores.documents.collection<D>(definition), definition.name.replace(/\.v\d+$/, ''), [
      'get',
      'getMany',
      'find',
      'findMany',
      'count',
    ])
  return {
    ...stores,
    documents: { ...stores.documents, collection },
    events: noting(stores.events, 'log', ['readStream', 'head']),
  }
}

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  ;[api, target] = await Promise.all([start({ env: REACHABLE, openStores: openNoting }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const BACKGROUND = new Set(['read_models', 'checkpoints', 'reactor_checkpoints', 'last_uses', 'key_uses'])
const foreground = () => reads.filter((name) => !BACKGROUND.has(name))
/** Reactors read nothing for this long once they have handled all events. */
const QUIET_MS = 300

async function untilQuiet(): Promise<void> {
  do {
    reads.length = 0
    await sleep(QUIET_MS)
  } while (foreground().length > 0)
}

/** Work in the background may add reads to one attempt. */
const ATTEMPTS = 3

/** The reads of one operation, without those of background work: the fewest of several attempts. */
async function readsOf(key: string, query: string): ReturnType<typeof readOnce> {
  let least = await readOnce(key, query)
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const next = await readOnce(key, query)
    if (next.reads.length < least.reads.length) least = next
  }
  return least
}

async function readOnce(key: string, query: string): Promise<{ data: ReturnType<typeof dataOf>; reads: string[] }> {
  await untilQuiet()
  // The key is already cached by then.
  await dataOf(api, '{ me { id } }', { key })
  reads.length = 0
  const data = await dataOf(api, query, { key })
  return { data, reads: foreground().sort() }
}

async function accountWithBatches(count: number): Promise<string> {
  const { key } = await api.account({ perMinute: 1_000 })
  const ids = []
  for (let made = 0; made < count; made++) ids.push(await submit(api, key, ['ada@explicit.mailproof.net', 'b']))
  for (const id of ids) await ended(api, key, id)
  return key
}

async function accountWithWebhooks(count: number): Promise<string> {
  const { key } = await api.account()
  for (let made = 0; made < count; made++) {
    const { id } = await hook(api, key, target.url)
    await api.call('testWebhook', { key, params: { webhookId: id } })
    await delivered(api, key, id)
  }
  return key
}

describe('an account, its batches and their results', () => {
  const query = `{ me { id batches(first: 50) { edges { node { id status
    results(first: 10) { totalCount edges { node { index valid email } } } } } } } }`

  test('take as many reads for thirty batches as for one', async () => {
    const [one, thirty] = [await accountWithBatches(1), await accountWithBatches(30)]
    const few = await readsOf(one, query)
    const many = await readsOf(thirty, query)
    expect((await many.data).me.batches.edges).toHaveLength(30)
    expect((await many.data).me.batches.edges[7].node.results.edges).toMatchObject([
      { node: { index: 0, email: 'ada@explicit.mailproof.net' } },
      { node: { index: 1, email: 'b' } },
    ])
    expect(many.reads).toEqual(few.reads)
    expect(many.reads.filter((name) => name === 'batch_results')).toHaveLength(1)
    expect(many.reads.length).toBeLessThanOrEqual(7)
  })

  test('batches requested by id are read together', async () => {
    const key = await accountWithBatches(5)
    const { batches } = await dataOf(api, '{ batches { edges { node { id } } } }', { key })
    const ids: string[] = batches.edges.map(({ node }: { node: { id: string } }) => node.id)
    const query = `{ ${ids.map((id, n) => `b${n}: batch(id: "${id}") { status }`).join(' ')} }`
    const { reads } = await readsOf(key, query)
    expect(reads).toEqual(['batches'])
  })
})

describe('webhooks and their deliveries', () => {
  const query = `{ webhooks { id url deliveries(first: 5) { pageInfo { hasNextPage }
    edges { cursor node { id event status attempts { statusCode response } } } } } }`

  test('take as many reads for ten webhooks as for one', async () => {
    const [one, ten] = [await accountWithWebhooks(1), await accountWithWebhooks(10)]
    const few = await readsOf(one, query)
    const many = await readsOf(ten, query)
    expect((await many.data).webhooks).toHaveLength(10)
    expect((await many.data).webhooks[9].deliveries.edges).toMatchObject([
      { node: { event: 'webhook.test', status: 'DELIVERED', attempts: [{ statusCode: 204 }] } },
    ])
    expect(many.reads).toEqual(few.reads)
    expect(many.reads).toEqual(['deliveries', 'webhook_health', 'webhooks', 'webhooks'])
  })
})
