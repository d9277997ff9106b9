// What the rest of the system requires of a quota ledger.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Ledger } from '../../src/kernel/ports/ledger.js'

export interface LedgerFixture {
  readonly ledger: Ledger
  /** Another handle on the same months, as in another process; undefined if each process has its own. */
  readonly second?: () => Promise<Ledger>
  dispose(): Promise<void>
}

/** What the rest of the system requires of a ledger. */
export function ledgerContract(adapter: string, make: () => Promise<LedgerFixture>): void {
  describe(`ledger: ${adapter}`, () => {
    let fixture: LedgerFixture
    let ledger: Ledger
    beforeEach(async () => {
      fixture = await make()
      ledger = fixture.ledger
    })
    afterEach(() => fixture.dispose())

    const month = '2026-11'
    const zero = async () => 0
    const never = async () => {
      throw new Error('called twice')
    }

    test('takes up to the limit and not one more, all or nothing', async () => {
      expect(await ledger.take('ada', month, 7, 10, zero)).toEqual({ taken: true, used: 7 })
      expect(await ledger.take('ada', month, 4, 10, never)).toEqual({ taken: false, used: 7 })
      expect(await ledger.take('ada', month, 3, 10, never)).toEqual({ taken: true, used: 10 })
      expect(await ledger.take('ada', month, 1, 10, never)).toEqual({ taken: false, used: 10 })
      expect(await ledger.take('ada', month, 0, 10, never)).toEqual({ taken: true, used: 10 })
      expect(await ledger.take('ada', month, 0, 9, never)).toEqual({ taken: false, used: 10 })
    })

    test('starts with what the log reports', async () => {
      expect(await ledger.take('ada', month, 1, 10, async () => 9)).toEqual({ taken: true, used: 10 })
      expect(await ledger.take('ada', month, 1, 10, never)).toEqual({ taken: false, used: 10 })
      expect(await ledger.take('bob', month, 1, 10, async () => 12)).toEqual({ taken: false, used: 12 })
    })

    test('lets exactly 50 of 200 concurrent callers take the last 50, and reads the log once', async () => {
      let calls = 0
      const prime = async () => {
        calls++
        await new Promise((resolve) => setTimeout(resolve, 5))
        return 950
      }
      const outcomes = await Promise.all(Array.from({ length: 200 }, () => ledger.take('ada', month, 1, 1_000, prime)))
      expect(outcomes.filter(({ taken }) => taken)).toHaveLength(50)
      expect(calls).toBe(1)
      expect(Math.max(...outcomes.map(({ used }) => used))).toBe(1_000)
    })

    test('shares what is left between two processes: of 1,000 exactly 1,000 are taken', async () => {
      const handles = [ledger, (await fixture.second?.()) ?? ledger]
      const racer = async (_: unknown, index: number) => {
        const outcomes = []
        for (let takes = 0; takes < 20; takes++) {
          outcomes.push(await handles[index % 2]!.take('ada', month, 1, 1_500, async () => 500))
        }
        return outcomes
      }
      const outcomes = await Promise.all(Array.from({ length: 60 }, racer))
      const taken = outcomes.flat().filter((outcome) => outcome.taken)
      expect(taken).toHaveLength(1_000)
      expect(new Set(taken.map(({ used }) => used)).size).toBe(1_000)
      expect(await handles[1]!.take('ada', month, 1, 1_500, never)).toEqual({ taken: false, used: 1_500 })
    })

    test('takes from many accounts exactly, while two processes take and give back', async () => {
      const handles = [ledger, (await fixture.second?.()) ?? ledger]
      const accounts = Array.from({ length: 8 }, (_, index) => `account-${index}`)
      const net = new Map(accounts.map((account) => [account, 0]))
      for (let round = 0; round < 4; round++) {
        await Promise.all(
          [...accounts, ...accounts, ...accounts].map(async (account, index) => {
            const handle = handles[index % 2]!
            const { taken } = await handle.take(account, month, 3, 20, zero)
            if (!taken) return
            const back = index % 3
            await handle.giveBack(account, month, back)
            net.set(account, net.get(account)! + 3 - back)
          }),
        )
      }
      for (const account of accounts) {
        const { used } = await ledger.take(account, month, 0, 20, never)
        expect(used).toBe(net.get(account))
        expect(used).toBeLessThanOrEqual(20)
      }
    })

    test('lets one process take what another gives back, and loses nothing to concurrent releases', async () => {
      const other = (await fixture.second?.()) ?? ledger
      await ledger.take('ada', month, 100, 100, zero)
      await Promise.all(Array.from({ length: 40 }, (_, index) => [ledger, other][index % 2]!.giveBack('ada', month, 1)))
      expect(await other.take('ada', month, 41, 100, never)).toEqual({ taken: false, used: 60 })
      expect(await other.take('ada', month, 40, 100, never)).toEqual({ taken: true, used: 100 })
    })

    test('fails the waiting callers when priming fails, and primes again', async () => {
      const failing = Array.from({ length: 5 }, () =>
        ledger.take('ada', month, 1, 10, async () => {
          throw new Error('the log is away')
        }),
      )
      for (const outcome of await Promise.allSettled(failing)) expect(outcome.status).toBe('rejected')
      expect(await ledger.take('ada', month, 1, 10, async () => 3)).toEqual({ taken: true, used: 4 })
    })

    test('lets a released amount be taken again', async () => {
      await ledger.take('ada', month, 10, 10, zero)
      await ledger.giveBack('ada', month, 4)
      expect(await ledger.take('ada', month, 5, 10, never)).toEqual({ taken: false, used: 6 })
      expect(await ledger.take('ada', month, 4, 10, never)).toEqual({ taken: true, used: 10 })
    })

    test('never releases more than was taken', async () => {
      await ledger.take('ada', month, 2, 10, zero)
      await ledger.giveBack('ada', month, 5)
      expect(await ledger.take('ada', month, 11, 10, never)).toEqual({ taken: false, used: 0 })
    })

    test('leaves releases made before priming to the log', async () => {
      await ledger.giveBack('ada', month, 5)
      expect(await ledger.take('ada', month, 1, 10, async () => 5)).toEqual({ taken: true, used: 6 })
    })

    test('separates accounts and months', async () => {
      for (const [account, of] of [
        ['ada', '2026-11'],
        ['ada', '2026-12'],
        ['bob', '2026-11'],
        ['2026-11 ada', '2026-11'],
      ] as const) {
        expect(await ledger.take(account, of, 1, 1, zero)).toEqual({ taken: true, used: 1 })
      }
    })

    test('applies a raised or lowered limit immediately', async () => {
      await ledger.take('ada', month, 5, 10, zero)
      expect((await ledger.take('ada', month, 1, 4, never)).taken).toBe(false)
      expect((await ledger.take('ada', month, 6, 20, never)).taken).toBe(true)
    })

    test('rejects a negative amount with a RangeError', async () => {
      for (const amount of [-1, Number.NaN]) {
        await expect(ledger.take('ada', month, amount, 10, zero)).rejects.toThrow(RangeError)
        await expect(ledger.giveBack('ada', month, amount)).rejects.toThrow(RangeError)
      }
    })
  })
}
