import { expect, test } from '@jest/globals'
import { runKillCycles } from '../../scripts/soak/killCycles.js'
import { buildProgram } from '../../testbed/service/program.js'

const CYCLES = 3
const CLIENTS = 8

test('acknowledged work survives repeated kills under load, and nothing is counted twice', async () => {
  await buildProgram()
  const seed = Date.now() % 1_000_000
  const { problems, ...counted } = await runKillCycles({ cycles: CYCLES, seed, clients: CLIENTS })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  // The kills came under load, and cut off few responses compared with those that were sent.
  expect(counted.unanswered).toBeGreaterThan(0)
  expect(counted.verifications).toBeGreaterThan(CYCLES * CLIENTS)
  expect(counted.accounts).toBeGreaterThan(CYCLES)
  expect(counted.events).toBeGreaterThanOrEqual(counted.verifications)
})
