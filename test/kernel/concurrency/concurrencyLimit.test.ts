import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createConcurrencyLimit } from '../../../src/kernel/concurrency/concurrencyLimit.js'
import fc from '../../../testbed/fastCheck.js'

const MOST = 20

test('a concurrency limit lets as many pieces of work run as it has permits, and no waiter is forgotten', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ begin: fc.boolean(), often: fc.integer({ min: 1, max: 30 }) }), { maxLength: 40 }),
      async (steps) => {
        const places = createConcurrencyLimit(MOST)
        const waiting = new Set<Promise<void>>()
        let taken = 0
        for (const { begin, often } of steps) {
          for (let time = 0; time < often; time++) {
            if (begin && waiting.size === 0) {
              const wait = places.acquire()
              expect(wait === undefined).toBe(++taken < MOST)
              if (!wait) continue
              waiting.add(wait)
              void wait.then(() => waiting.delete(wait))
            } else if (!begin && taken > 0) {
              places.release()
              taken--
            }
          }
          await nextTurn()
          expect(waiting.size).toBe(taken < MOST ? 0 : 1)
        }
      },
    ),
  ))
