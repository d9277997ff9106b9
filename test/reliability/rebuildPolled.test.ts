// Clients that poll notice nothing of a rebuild.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createGenerations } from '../../src/eventing/generations.js'
import { dump } from '../../src/eventing/verify.js'
import type { NewEvent } from '../../src/kernel/envelope.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'
import { allProjections } from '../../testbed/features/history.js'
import { collect } from '../../testbed/given/events.js'
import { history as historyOf } from '../../testbed/given/histories.js'
import { contributed, poolSeen } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

/** A history with all types of events except those that the accounts below add. */
const SEED = 3
const STEPS = 600
const KINDS = 23
const ADDRESSES = 60
/** Readers without a pause leave no time to rebuild. */
const BETWEEN_LOOKS_MS = 5
const MODELS = allProjections.map(({ name }) => name)

let api: InProcessService
let ada: { readonly id: string; readonly key: string }
let bob: { readonly id: string; readonly key: string }
let batch: string
let acknowledged = 0

const address = (n: number) => `someone-${n}@explicit.mailproof.net`
const get = async (path: string, key?: string) => (await api.request('GET', path, key ? { key } : {})).body

async function share(key: string, n: number) {
  const { status, body } = await api.request('POST', '/v1/verify', {
    key,
    body: { email: address(n), share_signals: true },
  })
  if (status !== 200) throw new Error(`a verification was answered ${status}`)
  if (key === ada.key) acknowledged++
  return body
}

beforeAll(async () => {
  api = await start({ env: { POOL_MIN_CONTRIBUTORS: '1' } })
  await writeHistory()
  ada = await api.account({ plan: 'growth', perMinute: 1_000_000 })
  bob = await api.account({ plan: 'growth', perMinute: 1_000_000 })
  const { body } = await api.call('createWebhook', { key: ada.key, body: { url: 'https://hooks.example.com/1' } })
  for (const status of ['disabled', 'enabled']) {
    await api.request('PATCH', `/v1/webhooks/${body.webhook.id}`, { key: ada.key, body: { status } })
  }
  await api.generate(ada.key)
  for (let n = 0; n < 10; n++) await share(ada.key, n)
  await share(bob.key, 0)
  const outcomes = [{ email: address(0), outcome: 'delivered' }]
  await api.call('recordOutcomes', { key: ada.key, body: { outcomes } })
  const rules = [{ when: { fact: 'status', op: 'eq', value: 'unknown' }, action: 'review' }]
  await api.call('putRulesDraft', { key: ada.key, body: { rules } })
  await api.call('activateRules', { key: ada.key })
  await api.call('createBacktest', { key: ada.key, body: { rules: 'live' } })
  await api.call('putList', { key: ada.key, params: { listName: 'deny' }, body: { entries: ['example.org'] } })
  const emails = Array.from({ length: ADDRESSES }, (_, n) => address(1_000 + n))
  const accepted = await api.request('POST', '/v1/verify/bulk/agent', {
    key: ada.key,
    body: { emails, async: true, share_signals: true },
  })
  if (accepted.status !== 202) throw new Error(`a batch was answered ${accepted.status}: ${accepted.text}`)
  batch = accepted.body.batch_id
  acknowledged += ADDRESSES
  await eventually(
    () => get(`/v1/batch/${batch}`, ada.key),
    ({ status }) => status === 'completed',
  )
  await contributed(api, ADDRESSES + 10)
  const kinds = new Set((await collect(api.service.container.store.readAll())).map(({ type }) => type))
  expect(kinds.size).toBeGreaterThanOrEqual(KINDS)
})
afterAll(() => api.stop())

/** Runs every kind of action for other accounts before the polling starts. */
async function writeHistory(): Promise<void> {
  const [events] = fc.sample(historyOf(STEPS), { seed: SEED, numRuns: 1 })
  for (const { stream, id, type, data, meta } of events!) {
    await api.service.container.store.append(stream, [{ id, type, data, meta } as NewEvent], { expected: 'any' })
  }
}

/** Figures that never decrease as long as nothing is undone, and are never absent. */
const READERS: { readonly [what: string]: () => Promise<readonly number[]> } = {
  async stats() {
    const { total_validations, unique_emails, active_contributors, coverage_by_domain } = await get('/v1/pool/stats')
    return [total_validations, unique_emails, active_contributors, Object.keys(coverage_by_domain).length]
  },
  async leaderboard() {
    const { contributors } = await get('/v1/pool/leaderboard?period=all-time&limit=100')
    const sum = (member: string) =>
      contributors.reduce((total: number, entry: { [member: string]: number }) => total + entry[member]!, 0)
    return [contributors.length, sum('contributions'), sum('unique_contributions'), sum('credits_earned')]
  },
  async levels() {
    const { levels } = await get('/v1/pool/levels', ada.key)
    return [levels.reduce((sum: number, { count }: { readonly count: number }) => sum + count, 0)]
  },
  async activity() {
    const { metrics } = await get('/v1/pool/activity?limit=100')
    return [metrics.events_shown, metrics.activity_last_hour]
  },
  async rank() {
    const { rank, contributions } = await get('/v1/pool/rank', ada.key)
    return [Math.min(rank, 1), contributions]
  },
  async contributions() {
    const { summary, contributions, pagination } = await get('/v1/pool/contributions?period=all-time&limit=5', ada.key)
    return [summary.total_contributions, summary.unique_contributions, contributions.length, pagination.total]
  },
  async pool() {
    const { from_pool, pool_validations } = await share(bob.key, 5)
    return [Number(from_pool), pool_validations]
  },
  async batch() {
    const { processed, valid } = await get(`/v1/batch/${batch}`, ada.key)
    return [processed, valid]
  },
  async results() {
    const { results } = await get(`/v1/batch/${batch}/results`, ada.key)
    return [results.length]
  },
  async usage() {
    const least = acknowledged
    const { current_month } = await get('/v1/stats', ada.key)
    return [current_month.verifications, Number(current_month.verifications >= least)]
  },
  async webhooks() {
    const { webhooks } = await get('/v1/webhooks', ada.key)
    return [webhooks.length]
  },
  async keys() {
    const { keys } = await get('/v1/keys', ada.key)
    return [keys.length]
  },
}

/** Polls until it is stopped. */
function watch() {
  const problems = new Set<string>()
  const looks: { [what: string]: number } = {}
  let done = false

  async function look(what: string): Promise<void> {
    let before: readonly number[] = []
    for (looks[what] = 0; !done; looks[what]!++) {
      const now = await READERS[what]!()
      for (const [index, figure] of now.entries()) {
        if (!(figure > 0)) problems.add(`${what}: figure ${index} is ${figure}`)
        if (figure < (before[index] ?? 0))
          problems.add(`${what}: figure ${index} went from ${before[index]} to ${figure}`)
      }
      before = now
      await sleep(BETWEEN_LOOKS_MS)
    }
  }

  const looking = Object.keys(READERS).map(look)
  return {
    /** Looks of the slowest reader. */
    least: () => Math.min(...Object.values(looks)),
    async stop() {
      done = true
      await Promise.all(looking)
      return [...problems]
    },
  }
}

async function dumpAll(): Promise<{ readonly [model: string]: string }> {
  const stored = createGenerations(api.service.container.documents)
  const texts: { [model: string]: string } = {}
  for (const projection of allProjections) {
    texts[projection.name] = (await collect(dump((await stored.live(projection)).generation.collection))).join('')
  }
  return texts
}

const models = {
  rebuild: () => api.service.container.projections.rebuild(MODELS),
  verify: () => api.service.container.projections.verify(MODELS),
}

test('polling during a rebuild of all read models returns nothing empty and nothing older', async () => {
  const { least, stop } = watch()
  let done = false
  const writers = [ada, bob].map(async ({ key }, who) => {
    for (let n = 0; !done; n++) {
      await share(key, 2_000 + 2 * n + who)
      await sleep(BETWEEN_LOOKS_MS)
    }
  })
  // More than twice if readers are slow: each of them looks several times.
  for (let round = 0; round < 2 || least() <= 2; round++) await models.rebuild()
  done = true
  await Promise.all(writers)
  expect(await stop()).toEqual([])

  await poolSeen(api)
  expect((await models.verify()).map(({ different }) => different)).toEqual(MODELS.map(() => []))
})

test('the rebuilt read models equal the previous ones, byte for byte', async () => {
  const { eventing } = api.service.container
  expect(await eventing.waitForPosition(await eventing.head(), MODELS)).toBe(true)
  const before = await dumpAll()
  for (const text of Object.values(before)) expect(text).not.toBe('')
  const generations = await models.rebuild()
  expect(generations.map(({ model }) => model)).toEqual(MODELS)
  expect(await dumpAll()).toEqual(before)
})
