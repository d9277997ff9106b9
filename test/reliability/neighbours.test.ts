import { expect, test } from '@jest/globals'
import { ATTACK_NAMES } from '../../scripts/soak/neighbours/attacks/index.js'
import { SHORT } from '../../scripts/soak/neighbours/marks.js'
import { runNeighbours } from '../../scripts/soak/neighbours/run.js'

/** A short run of `npm run soak -- neighbours`: a moment of each attack on one service. */
test('under each attack the service keeps running, other accounts are served, and descriptors are released', async () => {
  const { measured, problems } = await runNeighbours({
    attacks: ATTACK_NAMES,
    attackMs: 1_500,
    quietMs: 1_000,
    shared: true,
    mongo: undefined,
    marks: SHORT,
    runsIfSlow: 1,
  })
  expect(problems).toEqual([])
  expect(measured.map(({ name }) => name)).toEqual(ATTACK_NAMES)
}, 240_000)
