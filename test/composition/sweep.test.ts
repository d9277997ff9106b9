import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createSweep } from '../../src/composition/sweep.js'
import { eventually } from '../../testbed/eventually.js'

describe('the sweep for lost work', () => {
  const signal = new AbortController().signal

  test('is scheduled when it does not run, again and again until it is stopped', async () => {
    let scheduled = 0
    const schedule = async () => {
      scheduled++
      throw new Error('the store is away')
    }
    const sweep = createSweep([async () => {}], schedule, { everyMs: 5, lateMs: 5 })
    await sweep.look('all', { signal })
    await eventually(
      () => scheduled,
      (count) => count >= 2,
    )
    sweep.stop()
    const before = scheduled
    await sleep(50)
    expect(scheduled).toBe(before)
  })

  test('is not scheduled while it runs regularly, also when one of its parts fails', async () => {
    let scheduled = 0
    const failing = async () => {
      throw new Error('no')
    }
    const sweep = createSweep([failing], async () => void scheduled++, { everyMs: 5, lateMs: 5_000 })
    for (let look = 0; look < 3; look++) await expect(sweep.look('all', { signal })).rejects.toThrow('no')
    await sleep(50)
    sweep.stop()
    expect(scheduled).toBe(0)
  })
})
