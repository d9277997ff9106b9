// Agenda's backend on MongoDB: the contract, and clocks that differ.
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createMongoAgendaBackend } from '../../src/adapters/agenda/mongodb/backend.js'
import { systemClock } from '../../src/kernel/clock.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'
import { ask, claim, countIn, end, keyOf, LOCK_MS, touch } from './agendaBackend/worker.js'
import { type AgendaBackendFixture, agendaBackendContract } from './agendaBackendContract.js'

describeMongo('on MongoDB', (server) => {
  const make = async (): Promise<AgendaBackendFixture> => {
    const { open, dispose } = testConnections(server)
    const openBackend = async () => createMongoAgendaBackend({ ...(await open()), clock: systemClock })
    return { backend: await openBackend(), second: openBackend, dispose }
  }
  agendaBackendContract('MongoDB', make, { sampled: true })
})

describeMongo('jobs on MongoDB', (server) => {
  const HOUR = 60 * 60_000
  let connections: ReturnType<typeof testConnections>
  beforeEach(() => {
    connections = testConnections(server)
  })
  afterEach(() => connections.dispose())

  /** The jobs of a process, with its own clock, which is ahead of the shared time. */
  async function openAhead(ahead: number) {
    const { db } = await connections.open()
    const clock = { now: () => Date.now() - ahead }
    const { repository, connect } = createMongoAgendaBackend({ db, clock })
    await connect()
    return repository
  }

  test('a process whose clock is an hour ahead respects the locks of others, and they respect its own', async () => {
    const [jobs, ahead] = [await openAhead(0), await openAhead(HOUR)]
    const now = Date.now()
    await ask(jobs, 'a', now)
    await claim(jobs, now)
    expect(await claim(ahead, now + HOUR + LOCK_MS - 1)).toBeUndefined()
    const taken = await claim(ahead, now + HOUR + LOCK_MS)
    expect(taken).toMatchObject({ data: { key: 'a' }, lockedAt: new Date(now + HOUR + LOCK_MS) })
    await touch(ahead, taken!, now + HOUR + 2 * LOCK_MS)
    expect(await claim(jobs, now + 3 * LOCK_MS - 1)).toBeUndefined()
    expect(keyOf(await claim(jobs, now + 3 * LOCK_MS))).toBe('a')
  })

  test('a process whose clock is an hour ahead schedules jobs for the same times as the others', async () => {
    const [jobs, ahead] = [await openAhead(0), await openAhead(HOUR)]
    const now = Date.now()
    await ask(ahead, 'b', now + HOUR + 1_000)
    expect(await claim(jobs, now + 999)).toBeUndefined()
    const run = await claim(jobs, now + 1_000)
    await end(jobs, run!, now + 5_000)
    expect(await claim(ahead, now + HOUR + 4_999)).toBeUndefined()
    const again = await claim(ahead, now + HOUR + 5_000)
    expect(again?.nextRunAt).toEqual(new Date(now + HOUR + 5_000))
    await end(ahead, again!)
    expect(await countIn(jobs)).toBe(0)
  })
})
