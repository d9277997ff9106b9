// Permits that are shared fairly between keys.
import { describe, expect, test } from '@jest/globals'
import { createFairSemaphore, Refused } from '../../../src/kernel/concurrency/fairSemaphore.js'
import fc from '../../../testbed/fastCheck.js'

const takeAll = (semaphore: ReturnType<typeof createFairSemaphore>, key: string): number => {
  let taken = 0
  while (semaphore.tryAcquire(key)) taken++
  return taken
}

describe('a fair semaphore', () => {
  test('gives most permits to a key that is alone, and never all of them', () => {
    expect(takeAll(createFairSemaphore({ permits: 30 }), 'a')).toBe(20)
    expect(takeAll(createFairSemaphore({ permits: 100, alpha: 4 }), 'a')).toBe(80)
  })

  test('has a permit for a newcomer beside several greedy keys', () => {
    const semaphore = createFairSemaphore({ permits: 50 })
    expect([takeAll(semaphore, 'a'), takeAll(semaphore, 'b')]).toEqual([33, 11])
    expect(semaphore.tryAcquire('newcomer')).toBe(true)
  })

  test('gives a key the last free permit when it holds none', () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    expect(semaphore.tryAcquire('a')).toBe(true)
    expect(semaphore.tryAcquire('b')).toBe(false)
    semaphore.release('a')
    expect(semaphore.tryAcquire('b')).toBe(true)
  })

  test('admits waiting keys in turn, and each key in order of arrival', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    semaphore.tryAcquire('holder')
    const admitted: string[] = []
    const wait = (key: string, name: string) => semaphore.acquire(key)!.then(() => admitted.push(name))
    const waits = [wait('a', 'a1'), wait('a', 'a2'), wait('b', 'b1')]
    for (const key of ['holder', 'a', 'b']) {
      semaphore.release(key)
      await new Promise(setImmediate)
    }
    await Promise.all(waits)
    expect(admitted).toEqual(['a1', 'b1', 'a2'])
  })

  test('does not admit a waiter whose signal aborted', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    semaphore.tryAcquire('holder')
    const aborting = new AbortController()
    const refused = semaphore.acquire('a', { signal: aborting.signal })
    aborting.abort(new Error('gone'))
    await expect(refused).rejects.toThrow('gone')
    expect(semaphore.waiting('a')).toBe(0)
    semaphore.release('holder')
    expect(semaphore.held('a')).toBe(0)
  })

  test('refuses at once whoever would be one too many to wait', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    semaphore.tryAcquire('holder')
    await expect(semaphore.acquire('a', { maxWaiting: 0 })).rejects.toThrow(Refused)
    const waiting = [semaphore.acquire('a'), semaphore.acquire('b')]
    await expect(semaphore.acquire('a', { maxWaitingPerKey: 1 })).rejects.toThrow(Refused)
    await expect(semaphore.acquire('c', { maxWaiting: 2, refusal: () => new Error('full') })).rejects.toThrow('full')
    semaphore.release('holder')
    await waiting[0]
    // One has left the queue: there is room again.
    const admitted = semaphore.acquire('c', { maxWaiting: 2 })
    semaphore.release('a')
    await waiting[1]
    semaphore.release('b')
    await admitted
  })

  test('refuses after the time-out, and the waiter leaves the queue', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    semaphore.tryAcquire('holder')
    await expect(semaphore.acquire('a', { timeoutMs: 1, maxWaiting: 1 })).rejects.toThrow(Refused)
    expect(semaphore.waiting('a')).toBe(0)
    const next = semaphore.acquire('a', { maxWaiting: 1 })
    semaphore.release('holder')
    await next
    expect(semaphore.held('a')).toBe(1)
  })

  test('holds a permit while work runs, and has it back when the work has failed', async () => {
    const semaphore = createFairSemaphore({ permits: 1 })
    expect(await semaphore.run('a', {}, async () => semaphore.held('a'))).toBe(1)
    const failing = semaphore.run('a', {}, () => Promise.reject(new Error('failed')))
    const refused = semaphore.run('b', { maxWaiting: 0 }, async () => 'ran')
    await expect(failing).rejects.toThrow('failed')
    await expect(refused).rejects.toThrow(Refused)
    expect(semaphore.free()).toBe(1)
  })

  test('refuses to take back more than a key holds', () => {
    expect(() => createFairSemaphore({ permits: 1 }).release('a')).toThrow(RangeError)
  })

  test('never hands out more permits than it has, and never leaves a waiter that it could admit', () => {
    const steps = fc.array(fc.record({ key: fc.constantFrom('a', 'b', 'c'), acquire: fc.boolean() }), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), steps, (permits, all) => {
        const semaphore = createFairSemaphore({ permits })
        const keys = ['a', 'b', 'c']
        for (const { key, acquire } of all) {
          if (acquire) void semaphore.acquire(key)
          else if (semaphore.held(key) > 0) semaphore.release(key)
          const held = keys.reduce((sum, each) => sum + semaphore.held(each), 0)
          expect(held).toBeLessThanOrEqual(permits)
          const starving = keys.filter((each) => semaphore.held(each) === 0 && semaphore.waiting(each) > 0)
          if (held < permits) expect(starving).toEqual([])
        }
      }),
    )
  })
})
