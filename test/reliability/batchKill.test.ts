import { expect, test } from '@jest/globals'
import { runBatchKills } from '../../scripts/soak/batchKillCycles.js'

const KILLS = 3
const UPLOADS = 3

test('a job whose process is killed again and again has every row once and in order, and charges each address once', async () => {
  const seed = Date.now() % 1_000_000
  const { problems, killsMidway, uploads } = await runBatchKills({
    rows: 9_000,
    kills: KILLS,
    uploads: UPLOADS,
    seed,
    delayMs: 200,
  })
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  expect(killsMidway).toBe(KILLS)
  // The kills happened while files arrived; of some only half had been sent.
  expect(uploads.unanswered).toBeGreaterThan(0)
  expect(uploads.accepted).toBeLessThan(UPLOADS)
}, 240_000)
