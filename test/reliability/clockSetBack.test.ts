import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createSweep } from '../../src/composition/sweep.js'
import { stopwatch } from '../../src/kernel/clock.js'
import { eventually } from '../support/eventually.js'

const HOUR = 60 * 60_000

describe('a duration measured with a clock that is set back', () => {
  test('is unaffected, and no timeout is extended', () => {
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

describe('the sweep for lost work', () => {
  const signal = new AbortController().signal

  test('is scheduled when it does not run, again and again until it is stopped', async () => {
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

  test('is not scheduled while it runs regularly, also when one of its parts fails', async () => {
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
