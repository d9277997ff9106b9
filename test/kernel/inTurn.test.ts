// Candidates are tried in turn without waiting for slow ones.
import { describe, expect, test } from '@jest/globals'
import { alternating, firstInTurn } from '../../src/kernel/concurrency/inTurn.js'

const never = new AbortController().signal
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

describe('candidates in turn', () => {
  test('the next is tried at once when one fails, and the first success wins', async () => {
    const tried: string[] = []
    const began = Date.now()
    const result = await firstInTurn(['a', 'b', 'c'], {
      attempt: async (candidate) => {
        tried.push(candidate)
        if (candidate === 'a') throw new Error('refused')
        return candidate
      },
      discard: () => {},
      signal: never,
    })
    expect([result, tried, Date.now() - began < 200]).toEqual(['b', ['a', 'b'], true])
  })

  test('the next is tried beside one that is slow, which is then aborted', async () => {
    let lost: unknown
    const began = Date.now()
    const result = await firstInTurn(['slow', 'fast'], {
      attempt: (candidate, signal) =>
        candidate === 'fast'
          ? Promise.resolve(candidate)
          : aborted(signal).catch((error) => {
              lost = error
              throw error
            }),
      discard: () => {},
      signal: never,
    })
    expect(result).toBe('fast')
    expect(Date.now() - began).toBeGreaterThanOrEqual(240)
    expect(lost).toBeInstanceOf(Error)
  })

  test('a late success is discarded', async () => {
    const discarded: string[] = []
    let finish = () => {}
    const late = new Promise<void>((resolve) => {
      finish = resolve
    })
    const result = await firstInTurn(['late', 'first'], {
      attempt: async (candidate) => {
        if (candidate === 'late') await late
        else setImmediate(finish)
        return candidate
      },
      discard: (one) => discarded.push(one),
      signal: never,
    })
    expect([result, discarded]).toEqual(['first', ['late']])
  })

  test('all failures give the last error, and an abort its reason', async () => {
    const attempt = (candidate: string) => Promise.reject(new Error(candidate))
    await expect(firstInTurn(['a', 'b'], { attempt, discard: () => {}, signal: never })).rejects.toThrow('b')
    const controller = new AbortController()
    const reason = new Error('stopped')
    setImmediate(() => controller.abort(reason))
    const { signal } = controller
    await expect(
      firstInTurn(['a', 'b'], { attempt: (_, stop) => aborted(stop), discard: () => {}, signal }),
    ).rejects.toBe(reason)
  })

  test.each([[['only']], [['a', 'b']]])('none of %j is tried after an abort', async (candidates) => {
    const reason = new Error('stopped')
    const tried: string[] = []
    const attempt = async (candidate: string) => tried.push(candidate)
    const signal = AbortSignal.abort(reason)
    await expect(firstInTurn(candidates, { attempt, discard: () => {}, signal })).rejects.toBe(reason)
    expect(tried).toEqual([])
  })
})

test('lists alternate', () => {
  expect(alternating([['6a'], ['4a', '4b', '4c'], []])).toEqual(['6a', '4a', '4b', '4c'])
  expect(alternating([['6a', '6b'], ['4a']])).toEqual(['6a', '4a', '6b'])
  expect(alternating([[], []])).toEqual([])
})
