// Every process decides by what was activated in another one, from the first request after it on.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import type { Caller } from '../../src/features/accounts/index.js'
import { createRules, type Rules } from '../../src/features/rules/index.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { eventually } from '../../testbed/eventually.js'
import { openRooms, type Rooms } from '../../testbed/features/history.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const directory = tempDirectory()
let rooms: Rooms
let here: Rules
let there: Rules
let caller: Caller

/** The feature as of another process, with caches of its own. */
const open = (): Rules =>
  createRules({
    eventing: rooms.flow.eventing,
    vault: rooms.vault,
    clock: systemClock,
    limiter: createMemoryLimiter({ clock: systemClock }),
    shared: true,
  })

beforeAll(async () => {
  rooms = await openRooms(directory.path, systemClock, 1)
  here = open()
  there = open()
  const { apiKey } = await rooms.accounts.createAccount({ email: 'ada@example.org', name: null }, actor())
  caller = await rooms.accounts.authenticate(apiKey)
})
afterAll(async () => {
  await rooms.close()
  directory.remove()
})

const actor = () => {
  const id = newId()
  return { id: 'system', correlationId: id, commandId: id }
}
const versionAt = async (rules: Rules) => (await rules.rulesOf(caller.account))?.version

test('an activation, a rollback and a list are followed by the time that they are answered', async () => {
  const asking = setInterval(() => void versionAt(there), 20)
  try {
    for (const version of [1, 2]) {
      await here.putRulesDraft(caller, [{ when: { all: [] }, action: 'deny' }], actor())
      await here.activateRules(caller, {}, actor())
      expect(await versionAt(there)).toBe(version)
    }
    await here.rollbackRules(caller, 0, actor())
    expect(await versionAt(there)).toBeUndefined()
    await here.putList(caller, 'deny', ['example.com'], actor())
    expect(await versionAt(there)).toBe(0)
  } finally {
    clearInterval(asking)
  }
}, 20_000)

test('a repeated command changes nothing more', async () => {
  const [put, activate] = [actor(), actor()]
  for (let time = 0; time < 2; time++) await here.putRulesDraft(caller, [], put)
  const { version } = await here.activateRules(caller, {}, activate)
  expect((await here.activateRules(caller, {}, activate)).version).toBe(version)
  expect((await here.listVersions(caller, { limit: 1 })).versions[0]!.version).toBe(version)
})

test('an activation that is repeated does not activate what another command has drafted since', async () => {
  const activate = actor()
  await here.putRulesDraft(caller, [], actor())
  const { version } = await here.activateRules(caller, {}, activate)
  await there.putRulesDraft(caller, [{ when: { all: [] }, action: 'deny' }], actor())
  await here.activateRules(caller, {}, activate)
  expect(await here.getRules(caller)).toMatchObject({ live: { version }, draft: { rules: [{ action: 'deny' }] } })
})

test('an account that is erased has no rules any more, in any process', async () => {
  await here.putRulesDraft(caller, [{ when: { all: [] }, action: 'deny' }], actor())
  await here.activateRules(caller, {}, actor())
  expect(await versionAt(there)).toBeGreaterThan(0)
  await rooms.accounts.eraseAccount(caller.account, actor())
  await rooms.accounts.forgetAccount(caller.account)
  await rooms.flow.eventing.waitForPosition(await rooms.flow.eventing.head(), ['rules'])
  expect(await versionAt(open())).toBeUndefined()
  await eventually(
    () => versionAt(there),
    (version) => version === undefined,
  )
}, 20_000)
