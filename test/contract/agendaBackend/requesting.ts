import { describe, expect, test } from '@jest/globals'
import type { JobParameters, JobRepository } from 'agenda'
import fc from '../../../testbed/fastCheck.js'
import { ask, begin, claim, countIn, end, jobOf, keyOf, LOCK_MS, touch } from './worker.js'

/**
 * Scheduling jobs.
 * @param sampled each promise is checked less often
 */
export function describeJobRequests(
  repository: () => JobRepository,
  second: () => Promise<JobRepository>,
  sampled: boolean,
): void {
  describe('scheduling', () => {
    test('creates one job per name and key', async () => {
      const jobs = repository()
      const requested = await Promise.all(Array.from({ length: 20 }, () => ask(jobs, 'a')))
      expect(new Set(requested.map(({ _id }) => _id)).size).toBe(1)
      await Promise.all([ask(jobs, 'b'), ask(jobs, 'a', Date.now(), 'other')])
      expect(await countIn(jobs)).toBe(3)
      expect(await jobs.getJobById(requested[0]!._id!)).toMatchObject({ name: 'work', data: { key: 'a' } })
    })

    test('again before it ran uses the earlier time', async () => {
      const jobs = repository()
      const now = Date.now()
      const timeOf = async () => (await jobOf(jobs, 'a'))!.nextRunAt!.getTime() - now
      await ask(jobs, 'a', now + 60_000)
      await ask(jobs, 'a', now + 90_000)
      expect(await timeOf()).toBe(60_000)
      await ask(jobs, 'a', now + 30_000)
      expect(await timeOf()).toBe(30_000)
    })

    test('while it runs makes it due once more at that time, whatever the run returns', async () => {
      const jobs = repository()
      const now = Date.now()
      await ask(jobs, 'a', now)
      const run = await begin(jobs, (await claim(jobs, now))!)
      await ask(jobs, 'a', now + 90_000)
      await ask(jobs, 'a', now + 60_000)
      await end(jobs, run)
      expect(await claim(jobs, now + 59_999)).toBeUndefined()
      const again = await claim(jobs, now + 60_000)
      expect(keyOf(again)).toBe('a')
      await end(jobs, await begin(jobs, again!), now + 70_000)
      // Scheduled once more, it ran once more.
      expect(await claim(jobs, now + 69_999)).toBeUndefined()
      expect(await claim(jobs, now + 70_000)).toBeDefined()
    })

    test('between claim and start is not lost either', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      const claimed = await claim(jobs)
      await ask(jobs, 'a')
      await end(jobs, await begin(jobs, claimed!))
      expect(keyOf(await claim(jobs))).toBe('a')
    })

    test('for a later time survives the process whose run it coincided with', async () => {
      const jobs = repository()
      const now = Date.now()
      await ask(jobs, 'a', now)
      await begin(jobs, (await claim(jobs, now))!, now)
      await ask(jobs, 'a', now + 600_000)
      const repeated = await claim(jobs, now + LOCK_MS)
      await end(jobs, await begin(jobs, repeated!))
      expect(await claim(jobs, now + 599_999)).toBeUndefined()
      expect(keyOf(await claim(jobs, now + 600_000))).toBe('a')
    })

    test('leaves nothing behind when the run has succeeded', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      await end(jobs, await begin(jobs, (await claim(jobs))!))
      expect(await countIn(jobs)).toBe(0)
      await ask(jobs, 'a')
      expect(keyOf(await claim(jobs))).toBe('a')
    })

    test('keeps a run that failed permanently visible, and the job can be scheduled again', async () => {
      const jobs = repository()
      await ask(jobs, 'a')
      const run = await begin(jobs, (await claim(jobs))!)
      const at = Date.now()
      await end(jobs, { ...run, failedAt: new Date(at), failCount: 3, failReason: 'no' }, undefined, at)
      expect(await claim(jobs, Date.now() + 1e9)).toBeUndefined()
      expect(await jobs.getJobsOverview()).toMatchObject([{ name: 'work', total: 1, failed: 1 }])
      expect(await jobOf(jobs, 'a')).toMatchObject({ failCount: 3, failReason: 'no' })
      await ask(jobs, 'a')
      expect(await claim(jobs)).toMatchObject({ failCount: 3 })
    })

    test('is followed by a claim made after it, whatever happens in between', async () => {
      const jobs = repository()
      let examples = 0
      const step = fc.constantFrom('ask', 'claim', 'begin', 'touch', 'end', 'again', 'fail', 'die')
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const name = `work ${examples++}`
          let [at, unseen] = [Date.now(), 0]
          let run: JobParameters | undefined
          const finish = async (more: Partial<JobParameters>, again?: number) => {
            if (run) await end(jobs, { ...run, ...more }, again, at)
            run = undefined
          }
          const take = async () => {
            if (run) return
            run = await claim(jobs, at, name)
            if (run) unseen = 0
          }
          for (const next of steps) {
            at += 1_000
            if (next === 'ask') {
              await ask(jobs, 'a', at, name)
              unseen++
            } else if (next === 'claim') await take()
            else if (next === 'begin' && run) run = await begin(jobs, run, at)
            else if (next === 'touch' && run) await jobs.saveJobState({ ...run, lockedAt: new Date(at) }, undefined)
            else if (next === 'end') await finish({})
            else if (next === 'again') await finish({}, at + 5_000)
            else if (next === 'fail') await finish({ failedAt: new Date(at), failCount: 1 }, at + 500)
            else if (next === 'die') {
              run = undefined
              at += LOCK_MS
            }
          }
          await finish({})
          at += 10_000
          if (unseen > 0) await take()
          expect(unseen).toBe(0)
        }),
        { numRuns: sampled ? 20 : 60 },
      )
    })

    test('is never lost to a concurrent save', async () => {
      const [jobs, elsewhere] = [repository(), await second()]
      const now = Date.now()
      const saves = [
        (run: JobParameters) => end(jobs, run),
        (run: JobParameters) => end(jobs, run, now + 600_000),
        (run: JobParameters) => end(jobs, { ...run, failCount: 1, failedAt: new Date() }, now + 600_000),
        (run: JobParameters) => touch(jobs, run, now).then(() => end(jobs, run)),
        (run: JobParameters) => begin(jobs, run).then(() => end(jobs, run)),
        (run: JobParameters) => jobs.unlockJob(run),
      ]
      for (let round = 0; round < (sampled ? 36 : 120); round++) {
        const name = `work ${round}`
        await ask(jobs, 'a', now, name)
        const run = (await claim(jobs, Date.now(), name))!
        const save = saves[round % saves.length]!
        const meeting = [() => save(run), () => ask(round % 4 < 2 ? jobs : elsewhere, 'a', now, name)]
        if (round % 2) meeting.reverse()
        await Promise.all(meeting.map((call) => call()))
        const next = await claim(jobs, Date.now(), name)
        expect({ round, next: keyOf(next) }).toEqual({ round, next: 'a' })
      }
    })
  })
}
