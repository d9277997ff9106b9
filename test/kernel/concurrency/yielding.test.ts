import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { runPrioritized, yieldToEventLoop } from '../../../src/kernel/concurrency/yielding.js'

const work = (milliseconds: number) => {
  for (const began = performance.now(); performance.now() - began < milliseconds; );
}

describe('yielding to the event loop', () => {
  test('resumes without waiting when no prioritised work is running, after other work has had its turn', async () => {
    const order: string[] = []
    const other = nextTurn().then(() => order.push('another'))
    await yieldToEventLoop().then(() => order.push('long work'))
    await other
    expect(order).toEqual(['another', 'long work'])
  })

  test('waits for prioritised work, also if that fails', async () => {
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

  test('waits for all prioritised work that is running', async () => {
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

  test('resumes one piece of work per turn of the event loop, in the order of their calls', async () => {
    const resumed: string[] = []
    const turns = ['first', 'second', 'third'].map(async (name) => {
      await yieldToEventLoop()
      resumed.push(name)
    })
    const resumedByTurn: string[] = []
    while (resumed.length < 3) {
      await nextTurn()
      resumedByTurn.push(resumed.join())
    }
    await Promise.all(turns)
    expect(new Set(resumedByTurn)).toEqual(new Set(['first', 'first,second', 'first,second,third']))
  })

  test('leaves a fifth of the time to background work, however much prioritised work there is', async () => {
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
    // Less than a fifth, because timers of a busy machine are late.
    expect(worked / passed).toBeGreaterThan(0.05)
  })
})
