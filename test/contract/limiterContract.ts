// What the rest of the system requires of a rate limiter.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Limiter } from '../../src/kernel/ports/limiter.js'

export interface LimiterFixture {
  readonly limiter: Limiter
  /** Another handle on the same windows, as in another process; undefined if each process has its own. */
  readonly second?: () => Promise<Limiter>
  /** The current time of the limiter. */
  readonly clock: { now: number }
  dispose(): Promise<void>
}

/** What the rest of the system requires of a limiter. */
export function limiterContract(adapter: string, make: () => Promise<LimiterFixture>): void {
  describe(`limiter: ${adapter}`, () => {
    let fixture: LimiterFixture
    beforeEach(async () => {
      fixture = await make()
    })
    afterEach(() => fixture.dispose())

    const minute = 60_000
    const hit = async (key = 'ada', limit = 3, windowMs = minute) => fixture.limiter.hit(key, limit, windowMs)

    test('allows as many hits as the limit, and reports how many remain', async () => {
      const windows = [await hit(), await hit(), await hit(), await hit()]
      expect(windows.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
      expect(windows.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
    })

    test('starts a window at its first hit, and ends it for all hits together', async () => {
      const begin = fixture.clock.now
      await hit()
      fixture.clock.now = begin + minute - 1
      expect(await hit()).toEqual({ allowed: true, remaining: 1, resetsAt: begin + minute })
      fixture.clock.now = begin + minute
      expect(await hit()).toEqual({ allowed: true, remaining: 2, resetsAt: begin + 2 * minute })
    })

    test('counts several hits together, all or none', async () => {
      const several = (hits: number) => fixture.limiter.hit('bob', 5, minute, hits)
      expect(await several(3)).toMatchObject({ allowed: true, remaining: 2 })
      expect(await several(3)).toMatchObject({ allowed: false, remaining: 2 })
      expect(await several(2)).toMatchObject({ allowed: true, remaining: 0 })
      expect(await several(1)).toMatchObject({ allowed: false, remaining: 0 })
    })

    test('reads a window by no hits: allowed while the limit is not exceeded', async () => {
      const read = (limit: number) => fixture.limiter.hit('eve', limit, minute, 0)
      expect(await read(0)).toMatchObject({ allowed: true, remaining: 0 })
      await hit('eve', 2)
      expect([await read(2), await read(1), await read(0)]).toMatchObject([
        { allowed: true, remaining: 1 },
        { allowed: true, remaining: 0 },
        { allowed: false, remaining: 0 },
      ])
      await hit('eve', 2)
      expect(await hit('eve', 2)).toMatchObject({ allowed: false })
      expect([await read(2), await read(1)]).toMatchObject([{ allowed: true }, { allowed: false }])
    })

    test('does not count a refused hit, and keeps the end of the window', async () => {
      const { resetsAt } = await hit('ada', 1)
      for (let again = 0; again < 10; again++)
        expect(await hit('ada', 1)).toEqual({ allowed: false, remaining: 0, resetsAt })
      expect(await hit('ada', 2)).toEqual({ allowed: true, remaining: 0, resetsAt })
    })

    test('allows nothing for a limit of zero', async () => {
      expect((await hit('ada', 0)).allowed).toBe(false)
    })

    test('leaves zero, not less, when a limit is lowered below what was used', async () => {
      await hit('ada', 5)
      await hit('ada', 5)
      expect(await hit('ada', 1)).toMatchObject({ allowed: false, remaining: 0 })
    })

    test('separates keys, and windows of different lengths', async () => {
      await hit('ada', 1)
      expect((await hit('bob', 1)).allowed).toBe(true)
      expect((await hit('ada', 1, 60 * minute)).allowed).toBe(true)
      expect((await hit('__proto__', 1)).allowed).toBe(true)
    })

    test('lets as many of 200 concurrent hits pass as the limit allows, all with the same end', async () => {
      const handles = [fixture.limiter, (await fixture.second?.()) ?? fixture.limiter]
      const windows = await Promise.all(
        Array.from({ length: 200 }, async (_, index) => handles[index % 2]!.hit('ada', 50, minute)),
      )
      const allowed = windows.filter((window) => window.allowed)
      expect(allowed).toHaveLength(50)
      expect(new Set(allowed.map(({ remaining }) => remaining)).size).toBe(50)
      expect(new Set(windows.map(({ resetsAt }) => resetsAt)).size).toBe(1)
    })

    test('counts the hits of many keys exactly, from two processes and over several windows', async () => {
      const handles = [fixture.limiter, (await fixture.second?.()) ?? fixture.limiter]
      const keys = Array.from({ length: 8 }, (_, index) => `key-${index}`)
      for (let round = 0; round < 3; round++) {
        const allowed = new Map(keys.map((key) => [key, [] as number[]]))
        for (let time = 0; time < 4; time++) {
          await Promise.all(
            [...keys, ...keys, ...keys].map(async (key, index) => {
              const window = await handles[index % 2]!.hit(key, 10, minute)
              if (window.allowed) allowed.get(key)!.push(window.remaining)
            }),
          )
        }
        const exactly = Array.from({ length: 10 }, (_, index) => index)
        for (const key of keys) expect(allowed.get(key)!.sort((a, b) => a - b)).toEqual(exactly)
        fixture.clock.now += minute
      }
    })

    test('restarts an expired window once, however many hits arrive concurrently', async () => {
      const handles = [fixture.limiter, (await fixture.second?.()) ?? fixture.limiter]
      for (let round = 0; round < 5; round++) {
        const windows = await Promise.all(
          Array.from({ length: 40 }, async (_, index) => handles[index % 2]!.hit('ada', 15, minute, 2)),
        )
        expect(windows.filter(({ allowed }) => allowed)).toHaveLength(7)
        expect(new Set(windows.map(({ resetsAt }) => resetsAt))).toEqual(new Set([fixture.clock.now + minute]))
        fixture.clock.now += minute
      }
    })
  })
}
