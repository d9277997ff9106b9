// The rate limiter in MongoDB: the contract, and clocks that differ.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMongoLimiter } from '../../src/adapters/limiter/mongodb.js'
import type { Mongo } from '../../src/adapters/mongodb/connect.js'
import { createServerClock } from '../../src/adapters/mongodb/serverClock.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { limiterContract } from './limiterContract.js'

describeMongo('on MongoDB', (server) => {
  limiterContract('MongoDB', async () => {
    const { open, dispose } = testConnections(server)
    const clock = { now: Date.now() }
    const openLimiter = ({ db }: Mongo) => createMongoLimiter({ db, clock: { now: () => clock.now } })
    return { limiter: await openLimiter(await open()), second: async () => openLimiter(await open()), clock, dispose }
  })
})

describeMongo('windows in MongoDB', (server) => {
  const MINUTE = 60_000
  let connections: ReturnType<typeof testConnections>
  beforeEach(() => {
    connections = testConnections(server)
  })
  afterEach(() => connections.dispose())

  async function openAt(now: number) {
    const { db } = await connections.open()
    const clock = { now }
    const limiter = await createMongoLimiter({ db, clock: { now: () => clock.now } })
    return { clock, hit: (limit = 3) => limiter.hit('ada', limit, MINUTE) }
  }

  test('lock no caller out when a clock is set back', async () => {
    const { clock, hit } = await openAt(Date.now())
    await hit(1)
    expect((await hit(1)).allowed).toBe(false)
    clock.now -= 60 * MINUTE
    expect(await hit(1)).toEqual({ allowed: true, remaining: 0, resetsAt: clock.now + MINUTE })
  })

  test("are not restarted by processes that see the server's time slightly differently", async () => {
    const now = Date.now()
    const [ahead, behind] = [await openAt(now + 300), await openAt(now)]
    const { resetsAt } = await ahead.hit()
    expect(await behind.hit()).toEqual({ allowed: true, remaining: 1, resetsAt })
    expect(await ahead.hit()).toEqual({ allowed: true, remaining: 0, resetsAt })
    expect(await behind.hit()).toEqual({ allowed: false, remaining: 0, resetsAt })
  })

  test('are cached once they are full: a refusal costs the server nothing', async () => {
    const { hit } = await openAt(Date.now())
    await hit(1)
    const refused = await hit(1)
    for (const { close } of [await connections.open()]) await close()
    await connections.dispose()
    expect(await hit(1)).toEqual(refused)
  })

  test("follow the server's time in all processes, whatever their own clocks", async () => {
    const { db } = await connections.open()
    const own = Date.now
    const clocks = [await createServerClock(db), await createServerClock(db)]
    const before = clocks.map((clock) => clock.now())
    expect(Math.abs(before[0]! - before[1]!)).toBeLessThan(5_000)
    try {
      Date.now = () => own() + 60 * MINUTE
      for (const clock of [...clocks, await createServerClock(db)]) {
        expect(Math.abs(clock.now() - own())).toBeLessThan(MINUTE)
      }
    } finally {
      Date.now = own
    }
  })
})
