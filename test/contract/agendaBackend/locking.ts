import { describe, expect, test } from '@jest/globals'
import type { JobRepository } from 'agenda'
import { ask, begin, claim, end, keyOf, LOCK_MS, touch } from './worker.js'

/** Claiming jobs, and locking them against other processes. */
export function describeJobLocks(repository: () => JobRepository, second: () => Promise<JobRepository>): void {
  describe('claiming', () => {
    test('returns the job that has been due longest, and none that is not due yet', async () => {
      const jobs = repository()
      const now = Date.now()
      for (const [key, at] of Object.entries({ third: -1, first: -3_000, later: 1, second: -2_000 })) {
        await ask(jobs, key, now + at)
      }
      await ask(jobs, 'else', now, 'work_')
      const claimed = [await claim(jobs, now), await claim(jobs, now), await claim(jobs, now), await claim(jobs, now)]
      expect(claimed.map(keyOf)).toEqual(['first', 'second', 'third', undefined])
      expect(keyOf(await claim(jobs, now + 1))).toBe('later')
      expect(keyOf(await claim(jobs, now, 'work_'))).toBe('else')
    })

    test('never gives a job to two processes', async () => {
      const handles = [repository(), await second()]
      const keys = Array.from({ length: 100 }, (_, index) => `${index}`)
      await Promise.all(keys.map((key) => ask(handles[0]!, key)))
      const claimed = await Promise.all(
        Array.from({ length: 8 }, async (_, worker) => {
          const mine: (string | undefined)[] = []
          for (let job = await claim(handles[worker % 2]!); job; job = await claim(handles[worker % 2]!)) {
            mine.push(keyOf(job))
          }
          return mine
        }),
      )
      expect(claimed.flat().sort()).toEqual(keys.sort())
    })

    test('takes over a locked job once its lock has expired, and not before', async () => {
      const jobs = repository()
      const now = Date.now()
      await ask(jobs, 'a', now)
      const run = await begin(jobs, (await claim(jobs, now))!, now)
      expect(await claim(jobs, now + LOCK_MS - 1)).toBeUndefined()
      await touch(jobs, run, now + 10_000)
      expect(await claim(jobs, now + LOCK_MS)).toBeUndefined()
      const taken = await claim(jobs, now + 10_000 + LOCK_MS)
      expect(taken).toMatchObject({ data: { key: 'a' }, lockedAt: new Date(now + 10_000 + LOCK_MS) })
      // Due now: Agenda would defer what is due later, and nothing is due at all.
      expect(taken!.nextRunAt!.getTime()).toBeLessThanOrEqual(now + 10_000 + LOCK_MS)
    })

    test('rejects a save by a holder that lost its lock, and the next holder is unaffected', async () => {
      const jobs = repository()
      const now = Date.now()
      await ask(jobs, 'a', now)
      const lost = await begin(jobs, (await claim(jobs, now))!, now)
      const taken = (await claim(await second(), now + LOCK_MS))!
      for (const late of [
        () => touch(jobs, lost, now + LOCK_MS),
        () => begin(jobs, lost),
        () => end(jobs, lost),
        () => end(jobs, lost, now),
      ]) {
        await expect(late()).rejects.toThrow(Error)
        expect(await jobs.getJobById(taken._id!)).toEqual(taken)
      }
      await jobs.unlockJob(lost)
      expect(await jobs.getJobById(taken._id!)).toEqual(taken)
      // Also when the next holder is done, and when it has no holder.
      await end(jobs, taken, now + 60_000)
      await expect(end(jobs, lost)).rejects.toThrow(Error)
      expect(await claim(jobs, now + 60_000)).toBeDefined()
    })

    test('rejects a save of a job that another save removed', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      const run = await begin(jobs, (await claim(jobs))!)
      await end(jobs, run)
      await expect(end(jobs, run, Date.now())).rejects.toThrow(Error)
      await ask(jobs, 'a')
      const next = await claim(jobs)
      await expect(end(jobs, run)).rejects.toThrow(Error)
      expect(await jobs.getJobById(next!._id!)).toEqual(next)
    })

    test('keeps what a holder saves: progress, failures and the next due time', async () => {
      const jobs = repository()
      const now = Date.now()
      await ask(jobs, 'a', now)
      const run = await begin(jobs, (await claim(jobs, now))!, now)
      await jobs.saveJobState({ ...run, progress: 50 }, undefined)
      expect(await jobs.getJobById(run._id!)).toMatchObject({ progress: 50, lastRunAt: new Date(now) })
      await end(jobs, { ...run, failedAt: new Date(now), failCount: 2, failReason: 'no' }, now + 2_000, now)
      const failed = { failCount: 2, failReason: 'no', failedAt: new Date(now), nextRunAt: new Date(now + 2_000) }
      expect(await jobs.getJobById(run._id!)).toMatchObject(failed)
      expect(await jobs.getJobById(run._id!)).not.toHaveProperty('lockedAt')
      const repeated = (await claim(jobs, now + 2_000))!
      expect(repeated).toMatchObject(failed)
      await end(jobs, { ...repeated, failCount: 0 }, now + 9_000)
      expect(await jobs.getJobById(run._id!)).toMatchObject({ failCount: 0, nextRunAt: new Date(now + 9_000) })
    })

    test('returns a released job immediately, also when its run had started', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      const untouched = await claim(jobs)
      await jobs.unlockJob(untouched!)
      const started = await begin(jobs, (await claim(jobs))!)
      await jobs.unlockJob(started)
      const third = await begin(jobs, (await claim(jobs))!)
      await jobs.unlockJobs([third._id!])
      expect(keyOf(await claim(jobs))).toBe('a')
    })

    test('can lock one given job if it is free and unchanged', async () => {
      const jobs = repository()
      const requested = await ask(jobs, 'a')
      expect(await jobs.lockJob({ ...requested, nextRunAt: new Date(0) }, undefined)).toBeUndefined()
      const locked = await jobs.lockJob(requested, undefined)
      expect(keyOf(locked)).toBe('a')
      expect(await jobs.lockJob(requested, undefined)).toBeUndefined()
      expect(await claim(jobs)).toBeUndefined()
      await end(jobs, locked!)
    })
  })
}
