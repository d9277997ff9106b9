// Which contributions count towards a quorum: those of accounts that have contributed for long enough.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Eventing } from '../../src/eventing/eventing.js'
import { contributors } from '../../src/features/pool/projections/contributors.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { accountNamed, DAY, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { addressNamed } from '../../testbed/given/poolEvents.js'

const cleo = accountNamed('cleo')

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

/** Whether the last contribution of each account, to an address of its own, was young. */
async function youngVote(pool: PoolFlow['pool'], account: string): Promise<boolean> {
  const address = addressNamed(`${account} ${flow.clock.time}`)
  await flow.contribute(account, { address, domain: 'a.example' }, {}, pool)
  await flow.follow()
  return (await flow.contributions()).findLast(({ data }) => data.account === account)!.data.young
}

const SEVERAL = { minContributors: 2, contributorMinDays: 30 }

test('an account is established thirty days after its first contribution, however old it is', async () => {
  const pool = await flow.openProcess(SEVERAL)
  flow.setAge(ada, 4_000)
  expect(await youngVote(pool, ada)).toBe(true)
  flow.clock.time += 30 * DAY - 1
  expect(await youngVote(pool, ada)).toBe(true)
  flow.clock.time += 1
  expect(await youngVote(pool, ada)).toBe(false)
  expect(await youngVote(await flow.openProcess(SEVERAL), ada)).toBe(false)
  expect(await youngVote(pool, bob)).toBe(true)
})

test('the first contribution may be one of an earlier release', async () => {
  expect(await youngVote(flow.pool, ada)).toBe(false)
  flow.clock.time += 30 * DAY
  expect(await youngVote(await flow.openProcess(SEVERAL), ada)).toBe(false)
})

test('a standing depends on no document that processes of an earlier release write differently', async () => {
  await youngVote(flow.pool, ada)
  flow.clock.time += 30 * DAY
  const withoutTime = { owner: ada, pool: 'public', contributions: 1, lastAt: '2026-12-21T08:00:00.000Z' }
  const read = ((projection: typeof contributors) => {
    const model = flow.eventing.read(projection)
    if (projection.name !== contributors.name) return model
    return { ...model, get: async (id: string) => ({ ...(await model.get(id)), document: withoutTime }) }
  }) as Eventing['read']
  expect(await youngVote(await flow.openProcess({ ...SEVERAL, eventing: { ...flow.eventing, read } }), ada)).toBe(false)
})

test('no vote is recorded as young while the read model has not reached what the log had at the start', async () => {
  await youngVote(flow.pool, ada)
  flow.clock.time += 30 * DAY
  let hasReached = false
  const eventing: Eventing = {
    ...flow.eventing,
    waitForHead: async () => hasReached,
    read: (projection) =>
      hasReached
        ? flow.eventing.read(projection)
        : { ...flow.eventing.read(projection), get: async () => undefined, find: async () => ({ items: [] }) },
  }
  const pool = await flow.openProcess({ ...SEVERAL, eventing })
  await expect(youngVote(pool, ada)).rejects.toThrow(StoreUnavailable)
  expect(await flow.contributions()).toHaveLength(1)
  hasReached = true
  expect(await youngVote(await flow.openProcess({ ...SEVERAL, eventing }), ada)).toBe(false)
})

test('every account is established where the operator requires no days', async () => {
  const pool = await flow.openProcess({ ...SEVERAL, contributorMinDays: 0 })
  flow.setAge(ada, 0)
  expect(await youngVote(pool, ada)).toBe(false)
})

test('where one account suffices, votes are young by the age of the account, and count', async () => {
  const pool = await flow.openProcess({ contributorMinDays: 30 })
  flow.setAge(ada, 29)
  expect(await youngVote(pool, ada)).toBe(true)
  const address = addressNamed(`${ada} ${flow.clock.time}`)
  expect(await pool.lookUp({ pool: 'public', account: bob }, address, flow.clock.time)).toMatchObject({
    validations: 1,
  })
  expect(await pool.getPoolStats()).toMatchObject({ uniqueEmails: 1 })
})

test('young votes answer no lookup, and never count later; a later vote of the account does', async () => {
  const pool = await flow.openProcess(SEVERAL)
  const address = addressNamed('someone')
  const ask = () => pool.lookUp({ pool: 'public', account: cleo }, address, flow.clock.time)
  const share = async () => {
    for (const account of [ada, bob]) await flow.contribute(account, { address }, {}, pool)
    await flow.follow()
  }
  await share()
  expect(await ask()).toBeUndefined()
  flow.clock.time += 30 * DAY
  expect(await ask()).toBeUndefined()
  await share()
  expect(await ask()).toMatchObject({ validations: 2 })
  expect(await pool.getPoolStats()).toMatchObject({ totalValidations: 4, uniqueEmails: 1 })
})

test('a domain becomes known with the established account that completes the quorum', async () => {
  const pool = await flow.openProcess(SEVERAL)
  for (const account of [ada, bob, cleo]) await youngVote(pool, account)
  flow.clock.time += 31 * DAY
  const domain = 'new.example'
  for (const account of [accountNamed('young'), ada, accountNamed('another'), ada, bob, cleo]) {
    const address = addressNamed(`${account} ${domain} ${flow.clock.time++}`)
    await flow.contribute(account, { address, domain }, {}, pool)
  }
  const ofDomain = (await flow.contributions()).filter(({ data }) => data.domain === domain)
  expect(ofDomain.map(({ data }) => data.newDomain)).toEqual([false, false, false, false, true, false])
})
