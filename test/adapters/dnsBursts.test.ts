import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { startDnsServer, type Zone } from '../../testbed/dns/server.js'

const LOOK_UPS = 400
/** Answers, retries and timeouts that the resolver handles per turn. */
const PER_TURN = 32

const names = Array.from({ length: LOOK_UPS }, (_, at) => `burst-${at}.net`)

/** Meanwhile, timers expire and packets arrive. */
function blockEventLoop(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

test.each([
  ['answers that arrive together', { A: ['192.0.2.1'], delayMs: 200 }, 5_000, 'found', 500],
  ['timeouts that expire together', { does: 'silent' }, 50, 'timeout', 0],
] as const)(
  '%s end a bounded number of lookups per turn of the event loop',
  async (_, entry, timeoutMs, outcome, blockedMs) => {
    const zone: Zone = Object.fromEntries(names.map((name) => [name, entry]))
    const server = await startDnsServer(zone)
    const resolver = createResolver({ servers: [server], timeoutMs })
    let isRunning = true
    let most = 0
    let ended = 0
    const turns = (async () => {
      while (isRunning) {
        ended = 0
        await setImmediate()
        most = Math.max(most, ended)
      }
    })()
    try {
      const answers = names.map(async (name) => {
        const answer = await resolver.a(name)
        ended++
        return answer.outcome
      })
      if (blockedMs > 0) await sleep(100)
      blockEventLoop(blockedMs)
      expect(new Set(await Promise.all(answers))).toEqual(new Set([outcome]))
      // What a turn left over and the quota of the next one may fall between two observations.
      expect(most).toBeLessThanOrEqual(2 * PER_TURN)
    } finally {
      isRunning = false
      await turns
      await resolver.close()
      await server.close()
    }
  },
)
