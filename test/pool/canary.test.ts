// Shared addresses appear in no event, read model, response or file of the pool.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createGenerations } from '../../src/eventing/generations.js'
import { dump } from '../../src/eventing/verify.js'
import { poolOf, poolProjections } from '../../src/features/pool/index.js'
import type { SharingEvent } from '../../src/features/pool/reactors/contributions.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { callerOf, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { batchId } from '../../testbed/given/batchEvents.js'
import { collect } from '../../testbed/given/events.js'
import { sharedResult, using } from '../../testbed/given/poolEvents.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import { shares, sharesChunk } from './sharingEvents.js'

let flow: PoolFlow
beforeEach(async () => {
  flow = await openPoolFlow()
})
afterEach(() => flow.close())

const ADDRESSES = 1_000
const canaries = Array.from({ length: ADDRESSES }, (_, n) => `canary-${n}-of-all@aviary-${n % 40}.example`)

function* filesIn(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else yield path
  }
}

test('none of a thousand shared addresses is in an event, a read model, a response or a file', async () => {
  const { pool, clock } = flow
  const callers = [callerOf(ada), callerOf(bob, 'enterprise')]
  for (const caller of callers) {
    const name = poolOf(caller)
    const results = canaries.map((email) =>
      sharedResult({ address: pool.addressOf(name, email), domain: email.slice(email.indexOf('@') + 1) }),
    )
    const { account } = caller
    const use = { pool: name, lookUps: 1, hits: 1 }
    const events = [
      await flow.append(`usage-${account}.2026-11`, shares(results[0]!, { account, pool: name, use })),
      await flow.append(`batch-${batchId(account)}`, sharesChunk(results, { account, pool: name, use })),
      await flow.append(`usage-${account}.2026-11`, using(addressVerified({ account }), use)),
    ]
    await pool.reactor.react(events as Recorded<SharingEvent>[])
  }
  await flow.follow()
  expect(await flow.contributions()).toHaveLength(2 * ADDRESSES)

  const said: string[] = []
  const models = createGenerations(flow.documents)
  for (const projection of poolProjections) {
    const lines = await collect(dump((await models.live(projection)).generation.collection))
    expect(lines.length).toBeGreaterThan(0)
    said.push(...lines)
  }
  said.push(
    ...(await collect(flow.store.readAll())).map(({ data, meta, stream }) => JSON.stringify({ data, meta, stream })),
  )
  const answers: unknown[] = [await pool.getPoolStats(), await pool.getPoolLevels(), await pool.getPoolActivity(100)]
  for (const caller of callers) {
    answers.push(await pool.getPoolLeaderboard('all-time', 100), await pool.getPoolRank(caller))
    answers.push(await pool.getPoolContributions(caller, { period: 'all-time', page: 1, limit: 100 }))
    answers.push(await collect(pool.getPoolHistory(caller, {})))
    answers.push(
      await pool.lookUp(
        { pool: poolOf(caller), account: 'a reader' },
        pool.addressOf(poolOf(caller), canaries[5]!),
        clock.now(),
      ),
    )
  }
  expect(answers.every((answer) => answer !== undefined)).toBe(true)
  said.push(...answers.map((answer) => JSON.stringify(answer)))
  expect(said.flatMap((text) => text.match(/.{0,40}(canary|of-all|@).{0,40}/i)?.[0] ?? [])).toEqual([])

  // Public responses contain no account either, and no domain that belongs to one.
  const publicText = JSON.stringify(answers.slice(0, 4))
  for (const secret of [ada, bob, 'aviary']) expect(publicText).not.toContain(secret)

  for (const path of filesIn(flow.directory)) {
    const bytes = readFileSync(path).toString('latin1')
    for (const trace of ['canary', 'of-all'])
      expect({ path, found: bytes.includes(trace) }).toEqual({ path, found: false })
  }
})
