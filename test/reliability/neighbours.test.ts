import { expect, test } from '@jest/globals'
import { SHORT } from '../../scripts/soak/neighbours/marks.js'
import { runNeighbours } from '../../scripts/soak/neighbours/run.js'

/** One attack of each kind that has hurt others, and three that need more than a stream of requests. */
const ATTACKS = [
  'chunked graphql:typename none 1048576/1 burst finished x8 reads',
  'form-chunked uploadBulk:rows free 1048576/1 burst finished x8 reads',
  'websocket graphql:typename none 1048576/64 burst held x64 reads',
  'pipelined getOpenapi none 65536/65536 burst finished x8 reads',
  'length verifyBulkAgent free 16777216/65536 burst held x64 reads',
  'publishable-keys',
  'half-open-sockets',
  'cancelled-batches',
  'hanging-webhooks',
  'hostile-mail',
]

/** A short run of `npm run soak -- neighbours`: a moment of each attack on one service. */
test('under each attack the service keeps running, other accounts are served, and descriptors and memory are released', async () => {
  const { measured, problems } = await runNeighbours({
    attacks: ATTACKS,
    attackMs: 800,
    quietMs: 200,
    runs: 1,
    shared: true,
    mongo: undefined,
    marks: SHORT,
  })
  expect(problems).toEqual([])
  expect(measured.flat().map(({ attack }) => attack)).toEqual(ATTACKS)
}, 600_000)
