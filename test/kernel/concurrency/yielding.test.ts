import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { runPrioritized, yieldToEventLoop } from '../../../src/kernel/concurrency/yielding.js'

const work = (milliseconds: number) => {
  for (const began = performance.now(); performance.now() - began < milliseconds; );
}

describe('long work', () => {
  test('goes on at once when nothing is urgent, after others had their turn', async () => {
    const order: string[] = []
    const other = nextTurn().then(() => order.push('another'))
    await yieldToEventLoop().then(() => order.push('long work'))
    await other
    expect(order).toEqual(['another', 'long work'])
  })

  test('waits until what is urgent is done, also when that failed', async () => {
    for (const fails of [false, true]) {
      work(30)
      const order: string[] = []
      const urgent = runPrioritized(async () => {
        for (let turn = 0; turn < 5; turn++) await nextTurn()
        order.push('urgent')
        if (fails) throw new Error('it failed')
      }).catch(() => {})
      await yieldToEventLoop()
      order.push('long work')
      await urgent
      expect(order).toEqual(['urgent', 'long work'])
    }
  })

  test('waits for all that is urgent, for several of it too', async () => {
    work(30)
    const done: string[] = []
    const urgent = [2, 6].map((turns) =>
      runPrioritized(async () => {
        for (let turn = 0; turn < turns; turn++) await nextTurn()
        done.push(`${turns} turns`)
      }),
    )
    await Promise.all([yieldToEventLoop(), yieldToEventLoop()])
    expect(done).toEqual(['2 turns', '6 turns'])
    await Promise.all(urgent)
  })

  test('has its half of the time, however much is urgent', async () => {
    let ended = false
    const urgent = runPrioritized(async () => {
      while (!ended) await sleep(1)
    })
    let worked = 0
    const began = performance.now()
    for (let slice = 0; slice < 100; slice++) {
      const at = performance.now()
      work(2)
      worked += performance.now() - at
      await yieldToEventLoop()
    }
    const passed = performance.now() - began
    ended = true
    await urgent
    // A busy machine may keep it from working, but not from its turn.
    expect(worked / passed).toBeGreaterThan(0.3)
  })
})
