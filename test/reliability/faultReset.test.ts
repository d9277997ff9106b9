import { expect, test } from '@jest/globals'
import { type ResetOptions, runResets } from '../../scripts/soak/faults/reset.js'
import { describeMongo } from '../support/mongo/describeMongo.js'

/** A short run of `npm run soak -- reset`. */
async function expectToOutlive(place: ResetOptions['place'], mongo: string): Promise<void> {
  const seed = Date.now() % 1_000_000
  const { problems, calls, good } = await runResets({
    place,
    mongo,
    resets: 5,
    everyMs: 300,
    clients: 8,
    again: false,
    seed,
  })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  expect(good).toBeGreaterThan(calls / 2)
}

describeMongo('a store whose connections break repeatedly', (mongo) => {
  test('MongoDB: failed requests get the specified responses, and nothing acknowledged is lost', async () => {
    await expectToOutlive('mongodb', mongo)
  }, 90_000)

  test('KurrentDB: failed requests get the specified responses, and nothing acknowledged is lost', async () => {
    await expectToOutlive('kurrentdb', mongo)
  }, 90_000)
})
