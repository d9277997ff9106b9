import { expect, test } from '@jest/globals'
import { runDrain } from '../../scripts/soak/faults/drain.js'
import { describeMongo } from '../support/describeMongo.js'

/** A short run of `npm run soak -- drain`. */
async function expectToLoseNothing(mongo?: string): Promise<void> {
  const seed = Date.now() % 1_000_000
  const { problems, requests } = await runDrain({ mongo, perSecond: 200, calmMs: 1_000, stops: 1, seed })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  expect(requests).toBeGreaterThanOrEqual(400)
}

test('a process that is stopped at 200 requests a second drops none that reached it, and exits cleanly', async () => {
  await expectToLoseNothing()
})

describeMongo('two API processes, one of which is stopped at 200 requests a second', (mongo) => {
  test('drop no request: the other one answers', async () => {
    await expectToLoseNothing(mongo)
  })
})
