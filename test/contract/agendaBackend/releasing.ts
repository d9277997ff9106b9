// Contract of job backends: releasing claims by their token.
import { describe, expect, test } from '@jest/globals'
import type { JobRepository, JobRepositoryOptions } from 'agenda'
import type { FencedJobRepository } from '../../../src/adapters/agenda/fencedBackend.js'
import { ask, begin, end, keyOf, LOCK_MS } from './worker.js'

/** Claims under a fencing token that the client has chosen. */
function claimAs(jobs: JobRepository, token: string, name = 'work', at = Date.now()) {
  const options: JobRepositoryOptions & { claim: string } = { claim: token }
  return jobs.getNextJobToRun(name, new Date(at + 5_000), new Date(at - LOCK_MS), new Date(at), options)
}

/** Releasing claims whose outcome the client does not know. */
export function describeReleasedClaims(
  repository: () => FencedJobRepository,
  second: () => Promise<FencedJobRepository>,
): void {
  describe('releasing a claim by its token', () => {
    test('makes its job due again, in every process, and names the token', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      await claimAs(jobs, 'one')
      expect(await claimAs(jobs, 'two')).toBeUndefined()
      expect(await jobs.releaseClaims([{ name: 'work', token: 'one' }])).toEqual(['one'])
      expect(keyOf(await claimAs(await second(), 'two'))).toBe('a')
    })

    test('makes its job due again if its start was saved, too', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      await begin(jobs, (await claimAs(jobs, 'one'))!)
      expect(await jobs.releaseClaims([{ name: 'work', token: 'one' }])).toEqual(['one'])
      expect(keyOf(await claimAs(jobs, 'two'))).toBe('a')
    })

    test('fences its run: what it saves is rejected', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      const run = await begin(jobs, (await claimAs(jobs, 'one'))!)
      await jobs.releaseClaims([{ name: 'work', token: 'one' }])
      await expect(end(jobs, run)).rejects.toThrow('was lost')
    })

    test('leaves all other claims as they are', async () => {
      const jobs = repository()
      for (const key of ['a', 'b']) await ask(jobs, key)
      await ask(jobs, 'c', Date.now(), 'other')
      await claimAs(jobs, 'one')
      const held = [await claimAs(jobs, 'two'), await claimAs(jobs, 'three', 'other')]
      const claims = ['one', 'never made'].map((token) => ({ name: 'work', token }))
      expect(await jobs.releaseClaims(claims)).toEqual(['one'])
      for (const job of held) expect(await jobs.getJobById(job!._id!)).toEqual(job)
    })

    test('does nothing when it is repeated, when the run has ended, and without claims', async () => {
      const jobs = repository()
      const claims = [{ name: 'work', token: 'one' }]
      await ask(jobs, 'a')
      await claimAs(jobs, 'one')
      await jobs.releaseClaims(claims)
      const next = (await claimAs(jobs, 'two'))!
      expect(await jobs.releaseClaims(claims)).toEqual([])
      expect(await jobs.getJobById(next._id!)).toEqual(next)
      await end(jobs, next, Date.now() + 60_000)
      expect(await jobs.releaseClaims([{ name: 'work', token: 'two' }])).toEqual([])
      expect(await jobs.releaseClaims([])).toEqual([])
    })
  })
}
