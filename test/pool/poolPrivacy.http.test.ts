import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { OPERATION_NAMES, viewOf } from '../../testbed/contract/operations.js'
import { eventually } from '../../testbed/eventually.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const POOL = OPERATION_NAMES.filter((name) => viewOf(name).paths[0]!.startsWith('/v1/pool/'))
const DOMAIN = 'explicit.mailproof.net'
const canaries = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `Canary-${kind}-${index}@${DOMAIN}`)

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

describe('what is shared over the API', () => {
  test('is counted in every answer about the pool, none of which contains an address', async () => {
    const [ada, bob] = [await api.account({ plan: 'growth' }), await api.account()]
    const share = { key: ada.key, body: { share_signals: true } }
    for (const email of canaries('single', 10)) {
      await api.call('verifyEmail', { ...share, body: { ...share.body, email } })
    }
    await api.call('verifyBatch', { ...share, body: { ...share.body, emails: canaries('batch', 300) } })
    const ask = () => api.call('getPoolStats')
    await eventually(ask, ({ body }) => body.total_validations === 310)

    expect((await ask()).body).toMatchObject({
      unique_emails: 0,
      active_contributors: 1,
      coverage_by_domain: {},
    })
    const { body: mine } = await api.call('getPoolContributions', { key: ada.key, query: '?limit=100' })
    expect(mine.summary).toMatchObject({ total_contributions: 310, unique_contributions: 310, total_credits: 10 })
    // Of one domain, five a day count on the leaderboard.
    expect((await api.call('getPoolRank', { key: ada.key })).body).toMatchObject({ rank: 1, contributions: 5 })
    expect((await api.call('getPoolRank', { key: bob.key })).body).toMatchObject({ rank: 0, contributions: 0 })

    for (const operation of POOL) {
      for (const key of [ada.key, bob.key]) {
        const { status, text } = await api.call(operation, { key })
        expect({ operation, status }).toEqual({ operation, status: 200 })
        for (const secret of ['canary', DOMAIN, ada.id, ada.key]) {
          expect({ operation, leaked: text.toLowerCase().includes(secret.toLowerCase()) }).toEqual({
            operation,
            leaked: false,
          })
        }
      }
    }
  })
})
