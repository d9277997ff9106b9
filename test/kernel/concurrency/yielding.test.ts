// Long work gives way to other work of the process.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createSlicer, runPrioritized, yieldToEventLoop } from '../../../src/kernel/concurrency/yielding.js'

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

  test('runs one slice per turn, however many pieces of work of however many accounts are running', async () => {
    const PIECES = 20
    const SLICES = 10
    let ended = 0
    let turns = 0
    const pieces = Array.from({ length: PIECES }, async (_, piece) => {
      for (let slice = 0; slice < SLICES; slice++) await yieldToEventLoop(`account ${piece % 3}`)
      ended++
    })
    for (; ended < PIECES; turns++) await nextTurn()
    await Promise.all(pieces)
    expect(turns).toBeGreaterThanOrEqual(PIECES * SLICES - 1)
  })

  test('gives an account one place in the rotation, however many kinds of work it has', async () => {
    let over = false
    let greedy = 0
    const hundred = Array.from({ length: 100 }, async () => {
      for (; !over; greedy++) await yieldToEventLoop('greedy')
    })
    await nextTurn()
    const SLICES = 50
    for (let slice = 0; slice < SLICES; slice++) await yieldToEventLoop('modest')
    expect(greedy).toBeLessThanOrEqual(2 * SLICES + 3)
    over = true
    await Promise.all(hundred)
  })

  test('gives work of no account a place of its own', async () => {
    const order: string[] = []
    const yielded = (name: string, account?: string) => yieldToEventLoop(account).then(() => void order.push(name))
    await Promise.all([yielded('a1', 'a'), yielded('a2', 'a'), yielded('x'), yielded('y'), yielded('b1', 'b')])
    expect(order).toEqual(['a1', 'x', 'y', 'b1', 'a2'])
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

describe('a slicer', () => {
  /** Number of pieces in each slice. */
  async function slicesOf(pieces: number, options: Parameters<typeof createSlicer>[0], doPiece: () => void) {
    const yieldIfDue = createSlicer(options)
    const counts = [0]
    for (let piece = 0; piece < pieces; piece++) {
      const pause = yieldIfDue()
      if (pause) {
        await pause
        counts.push(0)
      }
      counts[counts.length - 1]!++
      doPiece()
    }
    return counts
  }

  test('ends a slice of fast work after the maximum number of pieces', async () => {
    const counts = await slicesOf(1_000, { ms: 1_000, maxPieces: 30 }, () => {})
    expect(counts.reduce((sum, count) => sum + count)).toBe(1_000)
    expect(Math.max(...counts)).toBe(30)
  })

  test('ends a slice of slow work when its time is up', async () => {
    expect(await slicesOf(6, { ms: 1 }, () => work(1))).toEqual([1, 1, 1, 1, 1, 1])
    const options = { ms: 2, maxPieces: 250, clockInterval: 8 }
    expect(Math.max(...(await slicesOf(64, options, () => work(0.5))))).toBeLessThanOrEqual(9)
  })
})
