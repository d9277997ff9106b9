// Colluding accounts over HTTP, with default settings: what they see of two services that differ in a victim's addresses.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createExportContributions } from '../../src/features/pool/index.js'
import { iso } from '../../src/kernel/clock.js'
import { ask } from '../../testbed/callers/graphql.js'
import { DAY } from '../../testbed/features/poolFlow.js'
import { collect } from '../../testbed/given/events.js'
import { poolSeen } from '../../testbed/records/contributions.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { itIs, itIsNow } from '../support/calendar.js'

const BEGIN = Date.parse('2026-10-01T09:00:00Z')
/** The addresses of a test: the victim's in one world, one that only colluders share, the victim's in the other. */
interface Addresses {
  readonly vip: string
  readonly unshared: string
  readonly other: string
}
const addressesOf = (name: string): Addresses => ({
  vip: `vip-${name}@clan.mailproof.net`,
  unshared: `nix-${name}@clan.mailproof.net`,
  other: `vip-${name}@home.mailproof.net`,
})

let worlds: readonly [InProcessService, InProcessService]
let began = BEGIN
beforeAll(async () => {
  worlds = await Promise.all([start(), start()])
  for (const { dns } of worlds) {
    for (const name of ['clan', 'home', 'first']) dns.set(`${name}.mailproof.net`, { MX: [[10, 'mx1.mailproof.net']] })
  }
})
afterEach(() => {
  began += 40 * DAY
})
afterAll(async () => {
  await Promise.all(worlds.map((api) => api.stop()))
  itIsNow()
})

/** Without ids, hashes, and measured times. */
const plain = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(c_)?[0-9a-f]{20,64}\b|mpk_\w+…/g, 'a name')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replace(/"(ms|eps|avg_response_time_ms|avgResponseTimeMs|ttl_hint_seconds)":[\d.]+/g, '"$1":0')

const GRAPHQL = `query ($at: DateTime) {
  poolStats { totalValidations uniqueEmails hitRate activeContributors coverageByDomain { domain percent } }
  past: poolStats(asOf: $at) { totalValidations uniqueEmails hitRate activeContributors coverageByDomain { domain percent } }
  poolDays { day contributions hits }
  poolLeaderboard(period: ALL_TIME) { contributors { rank contributions uniqueContributions creditsEarned badge } }
  poolActivity(limit: 100) { activity { type message provider source } }
  poolContributions { summary { totalContributions uniqueContributions totalCredits } }
}`
const VERIFY = `mutation ($email: String!) {
  verifyEmail(input: { email: $email }) { fromPool poolConfidence poolValidations creditsEarned uniqueContribution }
  verifyBatch(input: { emails: [$email] }) { results { fromPool poolValidations } } }`

/** All that a key shows about the pool. */
async function shownTo(api: InProcessService, key: string, addresses: Addresses): Promise<string[]> {
  const seen: string[] = []
  for (const email of Object.values(addresses)) {
    const emails = [email, email]
    const answers = [
      await api.call('verifyEmail', { key, body: { email, debug: true } }),
      await api.call('verifyEmailSignals', { key, body: { email } }),
      await api.call('verifyBatch', { key, body: { emails } }),
      await api.call('verifyBulkAgent', { key, body: { emails, format: 'full' } }),
      await ask(api, VERIFY, { key, variables: { email } }),
    ]
    seen.push(...answers.map(({ text, body }) => text ?? JSON.stringify(body)))
  }
  for (const operation of [
    'getPoolStats',
    'getPoolActivity',
    'getPoolContributions',
    'getPoolRank',
    'getPoolLevels',
  ] as const) {
    seen.push((await api.call(operation, { key })).text)
  }
  for (const period of ['daily', 'weekly', 'monthly', 'all-time']) {
    seen.push((await api.call('getPoolLeaderboard', { query: `?period=${period}&limit=100` })).text)
  }
  const { text } = await api.call('getPoolHistory', { key })
  seen.push(plain(text).split('\n').sort().join('\n'))
  seen.push(JSON.stringify((await ask(api, GRAPHQL, { key, variables: { at: iso(Date.now()) } })).body))
  return seen.map(plain)
}

async function exported(api: InProcessService): Promise<string[]> {
  const options = { isBigProvider: () => false, minContributors: 3 }
  const rows = (await collect(createExportContributions({ ...api.service.container, ...options })({}))).flat()
  return rows.map((row) => plain(JSON.stringify(row))).sort()
}

/**
 * A victim shares its addresses between the contributions of colluders, who look at everything each time.
 * @param established number of colluders that contributed a month before
 */
async function transcriptOf(
  api: InProcessService,
  secret: keyof Addresses,
  { addresses, established }: { readonly addresses: Addresses; readonly established: number },
): Promise<string[]> {
  itIs(iso(began))
  const share = async (key: string, email: string) => {
    const { body } = await api.call('verifyEmail', { key, body: { email, share_signals: true } })
    await poolSeen(api)
    return plain(JSON.stringify(body))
  }
  const accountOf = () => api.account({ plan: 'growth' })
  const victim = await accountOf()
  const old = await Promise.all(Array.from({ length: established }, accountOf))
  for (const [at, { key }] of [victim, ...old].entries()) await share(key, `${at}-${began}@first.mailproof.net`)
  itIs(iso(began + 31 * DAY))
  const young = await Promise.all([accountOf(), accountOf(), accountOf()])
  const reader = await api.account({ perMinute: 10_000 })
  const seen: string[] = []
  for (const [at, { key }] of [...young, ...old].entries()) {
    if (at === 1) await share(victim.key, addresses[secret])
    for (const email of [addresses.vip, addresses.unshared]) seen.push(await share(key, email))
    seen.push(...(await shownTo(api, key, addresses)))
  }
  seen.push(...(await shownTo(api, reader.key, addresses)))
  itIs(iso(began + 33 * DAY))
  seen.push(...(await exported(api)))
  return seen
}

const inBoth = async (established: number) => {
  const given = { addresses: addressesOf(`with-${established}`), established }
  const [one, other] = worlds
  return [await transcriptOf(one, 'vip', given), await transcriptOf(other, 'other', given)]
}

describe('three young colluders', () => {
  test('with an established one see the same, whether or not a customer shared the address', async () => {
    const [shared, notShared] = await inBoth(1)
    expect(shared).toEqual(notShared)
    expect(shared!.join()).toContain('"unique_emails":0')
  }, 180_000)

  test('with two established ones learn that it did: three stand behind the address', async () => {
    const [shared, notShared] = await inBoth(2)
    expect(shared!.join()).toContain('"pool_validations":3')
    expect(notShared!.join()).not.toContain('pool_validations')
  }, 180_000)
})
