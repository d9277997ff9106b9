// A change of rules decides the next request of every process.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { client } from '../../testbed/callers/client.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { describeShapes } from '../support/describeShapes.js'

jest.setTimeout(240_000)

const DOMAIN = 'explicit.mailproof.net'
const CHANGES = 4
/** Between two questions: what is in force stays cached. */
const PAUSE_MS = 50

describeShapes('a change of rules through one API process', (start) => {
  let service: ProcessService
  let apis: ReturnType<typeof client>[]
  beforeAll(async () => {
    service = await start({ WRITES_PER_MINUTE: '1000' })
    const [one, other = one] = service.apis.map(({ url }) => client(url))
    apis = [one!, other!]
  })
  afterAll(async () => {
    for (const api of apis) api.close()
    await service?.dispose()
  })

  test('decides every request that any of them gets after it was answered, and drafts none', async () => {
    const { key } = await service.account({ plan: 'enterprise' })
    const [one, other] = apis as [(typeof apis)[0], (typeof apis)[0]]
    const versionsAt = async ({ request }: (typeof apis)[0]) => {
      const emails = Array.from({ length: 5 }, (_, n) => `a${n}@${DOMAIN}`)
      const single = await request('POST', '/v2/verify', { key, body: { email: `ada@${DOMAIN}` } })
      const batch = await request('POST', '/v1/verify/batch', { key, body: { emails } })
      expect([single.status, batch.status]).toEqual([200, 200])
      const ofRows = batch.body.results.map(({ metadata }: Row) => metadata.decision?.rules_version ?? 0)
      // A request carries one version.
      expect(new Set(ofRows).size).toBe(1)
      return [single.body.decision.rules_version, ofRows[0]]
    }
    // Both have cached what is in force, and ask again all the time.
    let stopped = false
    const asking = apis.map(async (api) => {
      for (; !stopped; await sleep(PAUSE_MS)) await versionsAt(api)
    })
    try {
      for (let version = 1; version <= CHANGES; version++) {
        const rules = [{ when: { fact: 'domain', op: 'eq', value: DOMAIN }, action: version % 2 ? 'deny' : 'review' }]
        const drafted = await one.request('PUT', '/v1/rules/draft', { key, body: { rules } })
        expect(drafted.status).toBe(200)
        for (const api of apis) expect(await versionsAt(api)).toEqual([version - 1, version - 1])
        const changing = version % 2 ? one : other
        expect((await changing.request('POST', '/v1/rules/activate', { key })).body.version).toBe(version)
        for (const api of apis) expect(await versionsAt(api)).toEqual([version, version])
      }
      await other.request('POST', '/v1/rules/rollback', { key, body: { version: 1 } })
      for (const api of apis) expect(await versionsAt(api)).toEqual([1, 1])
      const list = { entries: [DOMAIN] }
      await one.request('PUT', '/v1/lists/allow', { key, body: list })
      for (const { request } of apis) {
        const { body } = await request('POST', '/v2/verify', { key, body: { email: `ada@${DOMAIN}` } })
        expect(body.decision).toMatchObject({ action: 'allow', rule: 'allow_list', rules_version: 1 })
      }
    } finally {
      stopped = true
      await Promise.all(asking)
    }
  })
})

type Row = { readonly metadata: { readonly decision?: { readonly rules_version: number } } }
