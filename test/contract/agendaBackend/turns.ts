// Contract of job backends: tenants are served in turn.
import { describe, expect, test } from '@jest/globals'
import type { JobRepository } from 'agenda'
import type { Turn } from '../../../src/kernel/ports/jobs.js'
import { ask, askFor, begin, claim, claimInTurn, countIn, end, keyOf, LOCK_MS } from './worker.js'

const turn = (after: string, ...excluded: string[]): Turn => ({ after, excluded: new Set(excluded) })

/** How tenants share the claims. */
export function describeJobTurns(repository: () => JobRepository): void {
  describe('fair claiming between tenants', () => {
    test('claims the job that is due first, whichever tenant owns it, until a tenant has its share', async () => {
      const jobs = repository()
      const now = Date.now()
      await askFor(jobs, 'ada', 'a1', now - 2)
      await askFor(jobs, 'ada', 'a2', now - 1)
      await askFor(jobs, 'bob', 'b1', now)
      expect(keyOf(await claim(jobs, now))).toBe('a1')
      expect(keyOf(await claimInTurn(jobs, turn('ada', 'ada'), now))).toBe('b1')
      expect(await claimInTurn(jobs, turn('bob', 'ada'), now)).toBeUndefined()
      expect(keyOf(await claim(jobs, now))).toBe('a2')
    })

    test('serves tenants in turn, and each tenant in order of due time', async () => {
      const jobs = repository()
      const now = Date.now()
      for (const [index, key] of ['b2', 'a2', 'c1', 'a1', 'b1'].entries()) {
        await askFor(jobs, key[0]!, key, now - 1 - index)
      }
      await ask(jobs, 'no tenant', now)
      const served: (string | undefined)[] = []
      for (let after = ''; served.length < 7; ) {
        const job = await claimInTurn(jobs, turn(after, 'x'), now)
        served.push(keyOf(job))
        after = (job?.data as { tenant?: string })?.tenant ?? ''
      }
      expect(served).toEqual(['a1', 'b1', 'c1', 'no tenant', 'a2', 'b2', undefined])
    })

    test('skips a tenant whose jobs are not due yet', async () => {
      const jobs = repository()
      const now = Date.now()
      await askFor(jobs, 'ada', 'later', now + 10_000)
      await askFor(jobs, 'bob', 'due', now)
      expect(keyOf(await claimInTurn(jobs, turn('', 'x'), now))).toBe('due')
      expect(await claimInTurn(jobs, turn('bob', 'x'), now)).toBeUndefined()
      expect(keyOf(await claimInTurn(jobs, turn('bob', 'x'), now + 10_000))).toBe('later')
    })

    test("takes over an expired lock only within the tenant's share", async () => {
      const jobs = repository()
      const now = Date.now()
      await askFor(jobs, 'ada', 'a', now)
      await begin(jobs, (await claim(jobs, now))!, now)
      expect(await claimInTurn(jobs, turn('', 'ada'), now + LOCK_MS)).toBeUndefined()
      expect(keyOf(await claimInTurn(jobs, turn('', 'bob'), now + LOCK_MS))).toBe('a')
    })

    test("finds a job that ended or was released again at its tenant's turn", async () => {
      const jobs = repository()
      const now = Date.now()
      await askFor(jobs, 'ada', 'ended', now)
      const run = await begin(jobs, (await claimInTurn(jobs, turn('', 'x'), now))!, now)
      expect(await claimInTurn(jobs, turn('', 'x'), now)).toBeUndefined()
      await end(jobs, run, now + 1_000, now)
      const again = await claimInTurn(jobs, turn('', 'x'), now + 1_000)
      expect(keyOf(again)).toBe('ended')
      await jobs.unlockJob(again!)
      const third = await claimInTurn(jobs, turn('', 'x'), Date.now() + 1_000)
      expect(third).toMatchObject({ data: { key: 'ended', tenant: 'ada' } })
      await end(jobs, await begin(jobs, third!))
      expect(await countIn(jobs)).toBe(0)
    })
  })
}
