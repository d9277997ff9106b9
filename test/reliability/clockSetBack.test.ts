import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createSweep } from '../../src/composition/sweep.js'
import { stopwatch } from '../../src/kernel/clock.js'
import { eventually } from '../support/eventually.js'

const HOUR = 60 * 60_000

describe('what is measured by a clock that is set back', () => {
  test('takes as long as it takes: the way back does not count, and nothing ends later for it', () => {
    const clock = { time: 5 * HOUR, now: () => clock.time }
    const elapsed = stopwatch(clock)
    const began = elapsed()
    expect(began).toBeGreaterThan(0)
    clock.time += 1_000
    expect(elapsed() - began).toBe(1_000)
    clock.time -= HOUR
    expect(elapsed() - began).toBe(1_000)
    clock.time += 500
    expect(elapsed() - began).toBe(1_500)
  })
})

describe('the look for what was lost', () => {
  const signal = new AbortController().signal

  test('is asked for when it does not come, again and again until it is stopped', async () => {
    let asked = 0
    const ask = async () => {
      asked++
      throw new Error('the store is away')
    }
    const sweep = createSweep([async () => {}], ask, { everyMs: 5, lateMs: 5 })
    await sweep.look('all', { signal })
    await eventually(
      () => asked,
      (count) => count >= 2,
    )
    sweep.stop()
    const before = asked
    await sleep(50)
    expect(asked).toBe(before)
  })

  test('is not asked for as long as it comes, also when one of its parts fails', async () => {
    let asked = 0
    const failing = async () => {
      throw new Error('no')
    }
    const sweep = createSweep([failing], async () => void asked++, { everyMs: 5, lateMs: 5_000 })
    for (let look = 0; look < 3; look++) await expect(sweep.look('all', { signal })).rejects.toThrow('no')
    await sleep(50)
    sweep.stop()
    expect(asked).toBe(0)
  })
})
