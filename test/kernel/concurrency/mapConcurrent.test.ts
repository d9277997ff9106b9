// Mapping items concurrently, with a limit.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createConcurrencyLimit } from '../../../src/kernel/concurrency/concurrencyLimit.js'
import { type MapConcurrentOptions, mapConcurrent } from '../../../src/kernel/concurrency/mapConcurrent.js'
import { createSlicer } from '../../../src/kernel/concurrency/yielding.js'
import fc from '../../../testbed/fastCheck.js'

const window = (most: number, differs: Partial<MapConcurrentOptions> = {}): MapConcurrentOptions => ({
  concurrencyLimit: createConcurrencyLimit(most),
  yieldIfDue: createSlicer({ ms: 2, maxPieces: 7 }),
  ...differs,
})

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('a concurrent map', () => {
  test('returns results in the order of the items, in whatever order the work finishes', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 80 }), fc.scheduler(), async (atOnce, scheduler) => {
        const work = (now: boolean, index: number) => (now ? index : scheduler.schedule(Promise.resolve(index)))
        const working = mapConcurrent(atOnce, work, window(11))
        await scheduler.waitFor(working)
        expect(await working).toEqual(numbers(atOnce.length))
      }),
    ))

  test('runs as many pieces of work as there are permits, and no more', async () => {
    let underWay = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++underWay)
      await nextTurn()
      underWay--
    }
    await mapConcurrent(numbers(500), work, window(40, { yieldIfDue: () => undefined }))
    expect(most).toBe(40)
  })

  test('takes no permit for synchronous work, which continues while all permits are taken', async () => {
    let finish = () => {}
    const slow = new Promise<void>((resolve) => {
      finish = resolve
    })
    let done = 0
    const working = mapConcurrent(numbers(1_000), (_, index) => (index % 100 === 0 ? slow : void done++), window(11))
    for (let turn = 0; turn < 200; turn++) await nextTurn()
    expect(done).toBe(990)
    finish()
    expect(await working).toHaveLength(1_000)
  })

  test('waits before an item whenever that is due', async () => {
    const started: number[] = []
    const pauses: number[] = []
    const yieldIfDue = () => (started.length === 2 ? Promise.resolve(void pauses.push(started.length)) : undefined)
    await mapConcurrent(numbers(4), (item) => void started.push(item), window(10, { yieldIfDue }))
    expect({ started, pauses }).toEqual({ started: [0, 1, 2, 3], pauses: [2] })
  })

  test('fails with the first failure, and starts no more work', async () => {
    let started = 0
    const work = async (index: number) => {
      started++
      await nextTurn()
      if (index === 2) throw new Error('the third')
    }
    await expect(mapConcurrent(numbers(1_000), work, window(10))).rejects.toThrow('the third')
    expect(started).toBeLessThan(50)
  })

  test('waits for running work before it fails, even if the work that failed is synchronous', async () => {
    let finished = 0
    const work = (index: number) => {
      if (index === 2) throw new Error('the third')
      return nextTurn().then(() => void finished++)
    }
    await expect(mapConcurrent(numbers(1_000), work, window(10))).rejects.toThrow('the third')
    expect(finished).toBe(2)
  })

  test.each([
    ['while it waits for a permit', 100],
    ['while it waits for the last result', 3],
  ])('does not wait for running work when it is aborted %s', async (_, count) => {
    const stop = new AbortController()
    const working = mapConcurrent(
      numbers(count),
      () => new Promise<void>(() => {}),
      window(10, { signal: stop.signal }),
    )
    const refused = expect(working).rejects.toThrow('enough')
    await nextTurn()
    stop.abort(new Error('enough'))
    await refused
  })
})
