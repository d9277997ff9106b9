// A frozen store: other requests are answered, its own get the specified errors, and nothing is lost.
import { expect, test } from '@jest/globals'
import { runFrozen } from '../../scripts/soak/faults/freeze.js'
import { EXPECTED_ERRORS } from '../../scripts/soak/faults/requestRecords.js'
import type { Shape } from '../../testbed/stores/place.js'
import { describeMongo } from '../support/describeMongo.js'

/** Longer than any timeout of a store. */
const FROZEN_MS = 6_000
/** Requests that do not need the frozen store are answered as usual. */
const STILL_ANSWERED: { readonly [place in Shape]: readonly string[] } = {
  lmdb: ['graphql', 'getUsage', 'getLiveness'],
  mongodb: ['getLiveness'],
  kurrentdb: ['graphql', 'getLiveness'],
}

/** A short run of `npm run soak -- frozen`. */
async function expectToOutlive(place: Shape, mongo?: string): Promise<void> {
  const seed = Date.now() % 1_000_000
  const { problems, meanwhile } = await runFrozen({
    place,
    mongo,
    frozenMs: FROZEN_MS,
    calmMs: 1_000,
    clients: 4,
    retryUploads: false,
    seed,
  })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  const observed = Object.fromEntries(Object.entries(meanwhile).map(([what, answers]) => [what, Object.keys(answers)]))
  const expected = { ...EXPECTED_ERRORS, ...Object.fromEntries(STILL_ANSWERED[place].map((what) => [what, ['200']])) }
  expect(observed).toEqual(expected)
}

test('a locked log gets the specified responses within 5 s and recovers within 10 s, and nothing is lost', async () => {
  await expectToOutlive('lmdb')
})

describeMongo('a frozen store across the network', (mongo) => {
  test('MongoDB gets the specified responses within 5 s and recovers within 10 s, and nothing is lost', async () => {
    await expectToOutlive('mongodb', mongo)
  })

  test('KurrentDB gets the specified responses within 5 s and recovers within 10 s, and nothing is lost', async () => {
    await expectToOutlive('kurrentdb', mongo)
  })
})
