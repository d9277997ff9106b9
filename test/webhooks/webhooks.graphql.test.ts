// Webhooks and deliveries over GraphQL equal those over REST.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { camel } from '../../src/api/graphql/camel.js'
import { ask, codesOf, dataOf } from '../../testbed/callers/graphql.js'
import { delivered, hook, REACHABLE } from '../../testbed/callers/webhooks.js'
import { startAcceptingReceiver } from '../../testbed/receivers/receiver.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let api: InProcessService
let target: Awaited<ReturnType<typeof startAcceptingReceiver>>
beforeAll(async () => {
  ;[api, target] = await Promise.all([start({ env: REACHABLE }), startAcceptingReceiver()])
})
afterAll(() => Promise.all([api.stop(), target.close()]))

const WEBHOOKS = `{ webhooks { id url events headerNames certificateAuthority status disabledReason createdAt updatedAt lastSuccessAt lastFailureAt
  consecutiveFailures } }`
const DELIVERIES = `query ($first: Int, $after: String) { webhooks { id deliveries(first: $first, after: $after) {
  pageInfo { hasNextPage endCursor } edges { cursor node {
    id event status createdAt nextAttemptAt attempts { at statusCode durationMs response location } } } } } }`

describe('webhooks', () => {
  test('are those that REST lists, and the same under `me`', async () => {
    const { key } = await api.account()
    await hook(api, key, target.url, { events: ['bulk.completed', 'usage.limit_reached'] })
    const { id } = await hook(api, key, target.url)
    await api.call('updateWebhook', { key, params: { webhookId: id }, body: { status: 'disabled' } })
    const { webhooks } = await dataOf(api, WEBHOOKS, { key })
    const { body } = await api.call('listWebhooks', { key })
    const upper = (word: string | null) => word?.toUpperCase().replace('.', '_') ?? null
    expect(webhooks).toEqual(
      camel(body.webhooks as Record<string, string | null>[]).map(({ events, status, disabledReason, ...rest }) => ({
        ...rest,
        events: (events as unknown as string[]).map(upper),
        status: upper(status as string),
        disabledReason: upper(disabledReason as string | null),
      })),
    )
    expect(webhooks.map(({ disabledReason }: { disabledReason: string }) => disabledReason)).toEqual([
      null,
      'BY_REQUEST',
    ])
    expect((await dataOf(api, WEBHOOKS.replace(/^\{(.*)\}$/s, '{ me { $1 } }'), { key })).me.webhooks).toEqual(webhooks)
  })

  test('are empty for a sandbox key, and an error without a key', async () => {
    const { key } = await api.account()
    await hook(api, key, target.url)
    const sandbox = await api.generate(key, { sandbox: true })
    expect((await dataOf(api, WEBHOOKS, { key: sandbox.key })).webhooks).toEqual([])
    expect(codesOf(await ask(api, WEBHOOKS))).toEqual(['MISSING_API_KEY'])
  })
})

describe('webhook', () => {
  const ONE = 'query ($id: ID!) { webhook(id: $id) { id url } }'

  test('is one of the account, and null for others', async () => {
    const [ada, bob] = [await api.account(), await api.account()]
    const { id } = await hook(api, ada.key, target.url)
    const ask = async (key: string, given: string) =>
      (await dataOf(api, ONE, { key, variables: { id: given } })).webhook
    expect(await ask(ada.key, id)).toEqual({ id, url: target.url })
    expect(await ask(bob.key, id)).toBeNull()
    expect(await ask(ada.key, 'nothing')).toBeNull()
    expect(await ask((await api.generate(ada.key, { sandbox: true })).key, id)).toBeNull()
  })
})

describe('deliveries', () => {
  test('are those that REST lists, in pages', async () => {
    const { key } = await api.account()
    const { id } = await hook(api, key, target.url)
    for (let count = 1; count <= 3; count++) {
      await api.call('testWebhook', { key, params: { webhookId: id } })
      await delivered(api, key, id, count)
    }
    const { deliveries } = (await api.call('listDeliveries', { key, params: { webhookId: id } })).body
    const seen: { id: string; status: string }[] = []
    for (let after: string | null = null; ; ) {
      const page: {
        edges: { node: { id: string; status: string } }[]
        pageInfo: { hasNextPage: boolean; endCursor: string }
      } = (await dataOf(api, DELIVERIES, { key, variables: { first: 2, after } })).webhooks[0].deliveries
      seen.push(...page.edges.map(({ node }) => node))
      if (!page.pageInfo.hasNextPage) break
      after = page.pageInfo.endCursor
    }
    expect(seen.map((node) => ({ ...node, status: node.status.toLowerCase() }))).toEqual(camel(deliveries))
    expect(seen).toHaveLength(3)
    const counted = '{ webhooks { deliveries(first: 1) { totalCount nodes { id } } } }'
    const [{ deliveries: page }] = (await dataOf(api, counted, { key })).webhooks
    expect(page).toEqual({ totalCount: 3, nodes: [{ id: seen[0]!.id }] })
  })

  test('of one webhook with a cursor of another fail alone', async () => {
    const { key } = await api.account()
    for (let made = 0; made < 2; made++) {
      const { id } = await hook(api, key, target.url)
      for (let count = 1; count <= 2; count++) {
        await api.call('testWebhook', { key, params: { webhookId: id } })
        await delivered(api, key, id, count)
      }
    }
    const [first] = (await dataOf(api, DELIVERIES, { key, variables: { first: 1 } })).webhooks
    const { body } = await ask(api, DELIVERIES, { key, variables: { after: first.deliveries.pageInfo.endCursor } })
    expect(body.data.webhooks[0].deliveries.edges).toHaveLength(1)
    expect(body.data.webhooks[1].deliveries).toBeNull()
    expect(body.errors).toMatchObject([
      {
        path: ['webhooks', 1, 'deliveries'],
        message: '`after` is not a cursor of this list.',
        extensions: { code: 'VALIDATION_ERROR', details: { problems: [{ path: '/after' }] } },
      },
    ])
  })
})
