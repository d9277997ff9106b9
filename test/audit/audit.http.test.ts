// GET /v1/audit, by status, on both stores; and the same over GraphQL.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { operator } from '../../src/cli/withContainer.js'
import { silentAddresses, submit } from '../../testbed/callers/batches.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { problemPaths } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import type { Shape } from '../../testbed/stores/place.js'
import { describeMongo } from '../support/describeMongo.js'
import { describeMethods, describeParameters, describeUnauthorized, testForms } from '../support/promises.js'

interface Entry {
  readonly id: string
  readonly kind: string
  readonly actor: string
  readonly key: string | null
  readonly subject: string | null
  readonly detail: string | null
  readonly request_id: string
}

describe('in one directory', () => audit('lmdb'))
describeMongo('in a directory and MongoDB', (mongo) => audit('mongodb', mongo))

function audit(shape: Shape, mongo?: string): void {
  let api: InProcessService
  beforeAll(async () => {
    api = await start({ shape, servers: { ...(mongo !== undefined && { mongo }) } })
  })
  afterAll(() => api.stop())

  const list = (key: string, query = '') => api.call('listAuditEntries', { key, query })
  const entriesOf = async (key: string, query = ''): Promise<Entry[]> => (await list(key, query)).body.entries
  const kindsOf = async (key: string, query = '') => (await entriesOf(key, query)).map(({ kind }) => kind)

  /** An account whose second key changed everything that can be changed; for tests that only read. */
  let changed: ReturnType<typeof changeAll> | undefined
  const changedAccount = () => {
    changed ??= changeAll()
    return changed
  }
  async function changeAll() {
    const { key: first, id } = await api.account()
    const made = await api.generate(first, { name: 'ops' })
    const { key } = made
    const body = { url: 'https://hooks.example.com/secret-token', events: ['bulk.completed'] }
    const { webhook } = (await api.call('createWebhook', { key, body })).body
    const params = { webhookId: webhook.id as string }
    await api.call('updateWebhook', { key, params, body: { url: 'https://hooks.example.com/2', status: 'disabled' } })
    await api.call('rotateWebhookSecret', { key, params })
    await api.call('updateWebhook', { key, params, body: { status: 'enabled' } })
    await api.call('deleteWebhook', { key, params })
    const rules = [{ when: { fact: 'domain', op: 'under', value: 'example.com' }, action: 'allow' }]
    await api.call('putRulesDraft', { key, body: { rules } })
    await api.call('activateRules', { key })
    await api.call('rollbackRules', { key, body: { version: 0 } })
    await api.call('putList', { key, params: { listName: 'deny' }, body: { entries: ['a.example', 'b@b.example'] } })
    const batch = await submit(api, key, silentAddresses(api, 2))
    await api.call('cancelBatch', { key, params: { batchId: batch } })
    await api.call('revokeKey', { key: first, params: { keyId: made.id } })
    return { id, first, made, webhook: webhook.id as string, batch }
  }

  describe('200', () => {
    test('has every change that has returned, newest first, with its key and what was changed', async () => {
      const { first, made, webhook, batch } = await changedAccount()
      const entries = await entriesOf(first)
      const by = made.id
      expect(entries.map(({ kind, key, subject, detail }) => [kind, key, subject, detail]).slice(1, -3)).toEqual([
        ['batch_cancelled', by, batch, null],
        ['batch_submitted', by, batch, '2 rows'],
        ['list_changed', by, 'deny', '1 domain, 1 address'],
        ['rules_rolled_back', by, null, 'version 0'],
        ['rules_activated', by, null, 'version 1: 1 rule'],
        ['rules_draft_changed', by, null, null],
        ['webhook_deleted', by, webhook, null],
        ['webhook_enabled', by, webhook, null],
        ['webhook_secret_rotated', by, webhook, null],
        ['webhook_disabled', by, webhook, 'by_request'],
        ['webhook_changed', by, webhook, 'URL'],
        ['webhook_created', by, webhook, 'bulk.completed'],
      ])
      const [revoked] = entries
      const [generated, issued, created] = entries.slice(-3)
      expect(revoked).toMatchObject({ kind: 'key_revoked', subject: made.id, actor: 'account' })
      expect(generated).toMatchObject({ kind: 'key_created', subject: made.id, key: revoked!.key })
      expect(issued).toMatchObject({ kind: 'key_created', subject: revoked!.key, key: null })
      expect(created).toMatchObject({ kind: 'account_created', subject: null, key: null, detail: 'free' })
      expect(JSON.stringify(entries)).not.toMatch(/hooks\.example|ops|ada@|example\.com/)
    })

    test('names the request, and the operator', async () => {
      const { key, id } = await api.account()
      const answer = await api.call('generateKey', { key, body: {} })
      const { setPlan, setLimits } = api.service.container.accounts
      await setPlan(id, 'growth', operator())
      await setLimits(id, { perMinute: 7 }, operator())
      const [limits, plan, made] = await entriesOf(key)
      expect(limits).toMatchObject({ actor: 'operator', detail: "7 per minute, the plan's limit per month" })
      expect(plan).toMatchObject({ kind: 'plan_changed', actor: 'operator', key: null, detail: 'growth' })
      expect(made!.request_id).toBe(answer.headers['x-request-id'])
    })

    test('is filtered by kind, key and time, and both', async () => {
      const { first, made } = await changedAccount()
      expect(await kindsOf(first, '?kind=rules_activated')).toEqual(['rules_activated'])
      expect(await kindsOf(first, `?key=${made.id}`)).toHaveLength(12)
      expect(await kindsOf(first, `?key=${made.id}&kind=key_created`)).toEqual([])
      expect(await kindsOf(first, `?key=${made.id}&kind=list_changed`)).toEqual(['list_changed'])
      expect(await kindsOf(first, '?to=2026-01-01')).toEqual([])
      for (const last of ['9999-12-31', '9999-12-31T23:59:59-01:00'])
        expect(await kindsOf(first, `?from=2026-01-01&to=${encodeURIComponent(last)}`)).toEqual(await kindsOf(first))
      const today = new Date().toISOString().slice(0, 10)
      expect(await kindsOf(first, `?from=${today}&kind=batch_cancelled`)).toEqual(['batch_cancelled'])
    })

    test('comes in pages that together are the list', async () => {
      const { first } = await changedAccount()
      const whole = await entriesOf(first)
      expect(whole).toHaveLength(16)
      const paged: Entry[] = []
      for (let cursor = ''; ; ) {
        const { body } = await list(first, `?limit=3${cursor}`)
        paged.push(...body.entries)
        if (body.next_cursor === null) break
        cursor = `&cursor=${body.next_cursor}`
      }
      expect(paged).toEqual(whole)
    })

    test('is empty for a sandbox key, and shows nothing of another account', async () => {
      await changedAccount()
      const { key } = await api.account()
      const sandbox = await api.generate(key, { sandbox: true })
      expect((await list(sandbox.key)).body).toEqual({ entries: [], next_cursor: null })
      expect(await kindsOf((await api.account()).key)).toEqual(['key_created', 'account_created'])
    })

    test('is the same over GraphQL', async () => {
      const { first, made } = await changedAccount()
      const query = `query($key: ID, $after: String) {
        audit(first: 2, key: $key, after: $after) {
          edges { node { id kind actor key subject detail requestId } } pageInfo { hasNextPage endCursor }
        }
      }`
      const page = async (after: string | null) =>
        (await dataOf(api, query, { key: first, variables: { key: made.id, after } })).audit
      const one = await page(null)
      const two = await page(one.pageInfo.endCursor)
      const nodes = [...one.edges, ...two.edges].map(({ node: { requestId, kind, actor, ...node } }) => {
        return { ...node, kind: kind.toLowerCase(), actor: actor.toLowerCase(), request_id: requestId }
      })
      expect(one.pageInfo.hasNextPage).toBe(true)
      const entries = (await list(first, `?limit=4&key=${made.id}`)).body.entries
      expect(nodes).toEqual(entries.map(({ at: _, ...entry }: { at: string }) => entry))
    })
  })

  describe('400', () => {
    describeParameters(() => api, 'listAuditEntries')

    test.each([
      ['?from=2026-11-21&to=2026-11-20', '/from'],
      ['?from=yesterday', '/from'],
      ['?to=2026-02-30', '/to'],
      ['?kind=rain', '/kind'],
      ['?key=', '/key'],
      ['?cursor=nonsense', '/cursor'],
      ['?limit=101', '/limit'],
    ])('%s', async (query, path) => {
      const answer = await list((await api.account()).key, query)
      expect(answer.status).toBe(400)
      expect(problemPaths(answer)).toEqual([path])
    })

    test('a cursor of another list, or of another account, is refused', async () => {
      const { key } = await api.account()
      const { body } = await list(key, '?limit=1')
      const cursor = `cursor=${body.next_cursor}`
      expect((await list(key, `?kind=key_created&${cursor}`)).status).toBe(400)
      expect((await list((await api.account()).key, `?${cursor}`)).status).toBe(400)
    })
  })

  test('403 without the scope `admin`', async () => {
    const { key } = await api.account()
    const limited = await api.generate(key, { scopes: ['verify', 'bulk', 'read', 'webhooks', 'rules'] })
    expect((await list(limited.key)).status).toBe(403)
  })

  describeUnauthorized(() => api, 'listAuditEntries')
  describeMethods(() => api, 'listAuditEntries')
  describe('the forms of its path', () => testForms(() => api, 'listAuditEntries'))
}
