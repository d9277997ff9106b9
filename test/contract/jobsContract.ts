// What the rest of the system requires of a job queue.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { FencedAgendaBackend } from '../../src/adapters/agenda/fencedBackend.js'
import { createJobRunner, type JobRunner, type JobTimings } from '../../src/adapters/agenda/jobs.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { JobHandler, JobRun } from '../../src/kernel/ports/jobs.js'
import { createChance } from '../../testbed/chance.js'
import { eventually } from '../../testbed/eventually.js'
import { begin, claim, countIn, end, jobOf } from './agendaBackend/worker.js'

export interface JobsFixture {
  /** A handle on the same jobs; each process has its own. */
  open(): FencedAgendaBackend
  dispose(): Promise<void>
}

/** Longer than `SOON_MS`: what happens within that was not caused by polling. Agenda keeps a timer of half of it. */
const NEVER_MS = 30_000
const SOON_MS = 20_000

/** The port `Jobs`, as features use it, over any backend. */
export function jobsContract(adapter: string, make: () => JobsFixture): void {
  describe(`jobs: ${adapter}`, () => {
    let fixture: JobsFixture
    const stopping: JobRunner[] = []
    beforeEach(() => {
      fixture = make()
    })
    afterEach(async () => {
      for (const jobs of stopping.splice(0)) await jobs.stop()
      await fixture.dispose()
    })

    async function createRunner(timings: Partial<JobTimings>, backend = fixture.open()) {
      const jobs = await createJobRunner({ backend, log: silentLog, timings: { drainMs: 5_000, ...timings } })
      stopping.push(jobs)
      return { ...jobs, backend }
    }
    /** A process with one job definition, called `work`. */
    async function open(timings: Partial<JobTimings> = {}, backend?: FencedAgendaBackend) {
      const jobs = await createRunner(timings, backend)
      const start = (handler: JobHandler, concurrency = 1) => jobs.start([{ name: 'work', concurrency, handler }])
      return { ...jobs, start }
    }
    const jobIn = ({ repository }: FencedAgendaBackend) => jobOf(repository, 'a')
    const nothingLeft = ({ repository }: FencedAgendaBackend) =>
      eventually(
        () => countIn(repository),
        (total) => total === 0,
        SOON_MS,
      )

    describe('running', () => {
      test('starts when it is scheduled, without waiting for the next poll, and ends when nothing is left', async () => {
        const jobs = await open({ pollMs: NEVER_MS })
        const ran: string[] = []
        await jobs.start(async (key) => void ran.push(key))
        await jobs.enqueue('work', 'a')
        await nothingLeft(jobs.backend)
        await jobs.enqueue('work', 'b')
        await nothingLeft(jobs.backend)
        expect(ran).toEqual(['a', 'b'])
      })

      test('finds jobs scheduled before the start, or by another process', async () => {
        const [jobs, other] = [await open({ pollMs: 50 }), await open()]
        const ran: string[] = []
        await jobs.enqueue('work', 'before')
        await jobs.start(async (key) => void ran.push(key))
        await other.enqueue('work', 'elsewhere')
        await nothingLeft(jobs.backend)
        expect(ran.sort()).toEqual(['before', 'elsewhere'])
      })

      test('happens no earlier than the due time, and again when the run returns a time', async () => {
        const jobs = await open({ pollMs: 20 })
        const times: number[] = []
        const at = Date.now() + 300
        await jobs.start(async () => {
          times.push(Date.now())
          return times.length < 3 ? { again: Date.now() + 200 } : undefined
        })
        await jobs.enqueue('work', 'a', { at })
        await nothingLeft(jobs.backend)
        expect(times).toHaveLength(3)
        expect(times[0]).toBeGreaterThanOrEqual(at)
        for (const index of [1, 2]) expect(times[index]! - times[index - 1]!).toBeGreaterThanOrEqual(200)
      })

      test('never exceeds the concurrency of the definition, and reaches it without a poll in between', async () => {
        const both = await createRunner({ pollMs: NEVER_MS })
        const [running, ran] = [
          { wide: 0, narrow: 0 },
          { wide: 0, narrow: 0 },
        ]
        const most = { wide: 0, narrow: 0 }
        let reach = () => {}
        const reached = new Promise<void>((resolve) => {
          reach = resolve
        })
        const handler =
          (name: 'wide' | 'narrow'): JobHandler =>
          async (key) => {
            most[name] = Math.max(most[name], ++running[name])
            if (running.wide === 5) reach()
            if (name === 'wide') await reached
            await sleep(Number(key) % 7)
            running[name]--
            ran[name]++
            return undefined
          }
        const keys = Array.from({ length: 40 }, (_, index) => `${index}`)
        await Promise.all(keys.map((key) => both.enqueue('wide', key)))
        await both.start([
          { name: 'wide', concurrency: 5, handler: handler('wide') },
          { name: 'narrow', concurrency: 1, handler: handler('narrow') },
        ])
        await Promise.all(keys.map((key) => both.enqueue('narrow', key)))
        await nothingLeft(both.backend)
        expect(ran).toEqual({ wide: 40, narrow: 40 })
        expect(most.narrow).toBe(1)
        expect(most.wide).toBe(5)
      })

      test('is never done by two processes concurrently, and each does some of it', async () => {
        const runners = [await open({ pollMs: 20 }), await open({ pollMs: 20 })]
        const under = new Set<string>()
        const ran = new Map<string, number>()
        const keys = Array.from({ length: 100 }, (_, index) => `${index}`)
        await Promise.all(keys.map((key) => runners[0]!.enqueue('work', key)))
        const twice: string[] = []
        const started = new Set<number>()
        let bothBegin = () => {}
        const bothBegan = new Promise<void>((resolve) => {
          bothBegin = resolve
        })
        for (const [index, runner] of runners.entries()) {
          await runner.start(async (key) => {
            if (under.has(key) || ran.has(key)) twice.push(key)
            under.add(key)
            if (started.add(index).size === 2) bothBegin()
            await bothBegan
            await sleep(5)
            under.delete(key)
            ran.set(key, index)
            return undefined
          }, 4)
        }
        await nothingLeft(runners[0]!.backend)
        expect(twice).toEqual([])
        expect([...ran.keys()].sort()).toEqual(keys.sort())
        expect(new Set(ran.values()).size).toBe(2)
      })

      test('is refused for an invalid time', async () => {
        const jobs = await open()
        await expect(jobs.enqueue('work', 'a', { at: Number.NaN })).rejects.toThrow(RangeError)
        expect(await countIn(jobs.backend.repository)).toBe(0)
      })
    })

    describe('a job scheduled while it runs', () => {
      test('runs once more afterwards, not concurrently, and not more than once', async () => {
        const jobs = await open({ pollMs: NEVER_MS })
        let [ran, under] = [0, 0]
        await jobs.start(async (key) => {
          expect(under++).toBe(0)
          if (ran++ === 0) for (let times = 0; times < 5; times++) await jobs.enqueue('work', key)
          under--
          return undefined
        }, 3)
        await jobs.enqueue('work', 'a')
        await nothingLeft(jobs.backend)
        expect(ran).toBe(2)
      })

      test('is never lost, however it coincides with runs of two processes', async () => {
        const runners = [await open({ pollMs: 30, firstRetryMs: 5 }), await open({ pollMs: 30, firstRetryMs: 5 })]
        const chance = createChance(20261121)
        const keys = ['a', 'b', 'c']
        const requested = new Map(keys.map((key) => [key, 0]))
        const done = new Map(keys.map((key) => [key, 0]))
        const handler: JobHandler = async (key) => {
          const found = requested.get(key)!
          await sleep(chance.between(0, 3))
          if (chance.happens(0.1)) throw new Error('no')
          done.set(key, found)
          return chance.happens(0.2) ? { again: Date.now() + 10 } : undefined
        }
        for (const runner of runners) await runner.start(handler, 2)
        for (let round = 0; round < 300; round++) {
          const key = chance.pick(keys)
          requested.set(key, requested.get(key)! + 1)
          await chance.pick(runners).enqueue('work', key)
          if (chance.happens(0.3)) await sleep(chance.between(0, 4))
        }
        await eventually(
          () => Object.fromEntries(done),
          (now) => keys.every((key) => now[key] === requested.get(key)),
        )
      })
    })

    describe('a run that throws', () => {
      test('is retried after a second, with growing back-off up to a minute', async () => {
        const jobs = await open({ pollMs: 20 })
        await jobs.start(async () => {
          throw new Error('no')
        })
        const delayOf = async (failures: number) => {
          const job = await eventually(
            () => jobIn(jobs.backend),
            (job) => job?.failCount === failures && !job.lockedAt,
          )
          return job!.nextRunAt!.getTime() - job!.failedAt!.getTime()
        }
        await jobs.enqueue('work', 'a')
        const first = await delayOf(1)
        expect(first).toBeGreaterThanOrEqual(1_000)
        expect(first).toBeLessThan(2_000)
        const second = await delayOf(2)
        expect(second).toBeGreaterThanOrEqual(2_000)
        expect(second).toBeLessThan(4_000)
        await jobs.stop()

        // After many more.
        const { repository } = jobs.backend
        await jobs.enqueue('work', 'a')
        const run = await begin(repository, (await claim(repository))!)
        await end(repository, { ...run, failCount: 2_000 }, Date.now())
        const later = await open({ pollMs: 20 }, jobs.backend)
        await later.start(async () => {
          throw new Error('no')
        })
        const last = await delayOf(2_001)
        expect(last).toBeGreaterThanOrEqual(60_000)
        expect(last).toBeLessThan(65_000)
      })

      test('is retried immediately when it is scheduled, and starts with short back-off after a success', async () => {
        const jobs = await open({ pollMs: 20, firstRetryMs: 60_000 })
        let ran = 0
        await jobs.start(async () => {
          if (++ran % 2) throw new Error('no')
          return { again: Date.now() + 600_000 }
        })
        await jobs.enqueue('work', 'a')
        await eventually(
          () => jobIn(jobs.backend),
          (job) => job?.failCount === 1 && !job.lockedAt,
        )
        await jobs.enqueue('work', 'a')
        const job = await eventually(
          () => jobIn(jobs.backend),
          (job) => job?.failCount === 0 && !job.lockedAt,
        )
        expect(ran).toBe(2)
        expect(job!.nextRunAt!.getTime()).toBeGreaterThan(Date.now() + 500_000)
      })

      test('is retried also if it returned an invalid time, and does not delay others', async () => {
        const jobs = await open({ pollMs: 20, firstRetryMs: 20 })
        const ran: string[] = []
        await jobs.start(async (key) => {
          ran.push(key)
          return key === 'a' && ran.filter((each) => each === 'a').length < 3 ? { again: Number.NaN } : undefined
        })
        await jobs.enqueue('work', 'a')
        await jobs.enqueue('work', 'b')
        await nothingLeft(jobs.backend)
        expect(ran.sort()).toEqual(['a', 'a', 'a', 'b'])
      })
    })

    describe('a reported problem', () => {
      const none: string[] = []

      test('is a job that keeps failing, until it succeeds', async () => {
        const jobs = await open({ pollMs: 20, firstRetryMs: 20 })
        let broken = true
        await jobs.start(async () => {
          if (broken) throw new Error('no')
          return undefined
        })
        expect(jobs.problems()).toEqual(none)
        await jobs.enqueue('work', 'a')
        await eventually(jobs.problems, (problems) => problems.join() === 'work jobs failing repeatedly: 1')
        broken = false
        await eventually(jobs.problems, (problems) => problems.length === 0)
      })

      test('is a run that does not end, until it does', async () => {
        const jobs = await open({ pollMs: 20, hangMs: 100 })
        let finish: () => void = () => {}
        await jobs.start(async () => {
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          return undefined
        })
        await jobs.enqueue('work', 'a')
        await eventually(jobs.problems, (problems) => problems.join() === 'work jobs hanging: 1')
        finish()
        await eventually(jobs.problems, (problems) => problems.length === 0)
      })

      test('is not a run that may take hours', async () => {
        const jobs = await createRunner({ pollMs: 20, hangMs: 100 })
        const finish: (() => void)[] = []
        const wait = () => new Promise<undefined>((resolve) => finish.push(() => resolve(undefined)))
        await jobs.start([
          { name: 'long', concurrency: 1, handler: wait, isLong: true },
          { name: 'work', concurrency: 1, handler: wait },
        ])
        await jobs.enqueue('long', 'a')
        await jobs.enqueue('work', 'a')
        await eventually(jobs.problems, (problems) => problems.join() === 'work jobs hanging: 1')
        for (const end of finish) end()
      })

      test('is that no process polls for due jobs, until one does', async () => {
        const backend = fixture.open()
        const { repository } = backend
        let down = true
        const deaf: FencedAgendaBackend = {
          ...backend,
          repository: {
            ...repository,
            getNextJobToRun: async (...all) => {
              if (down) throw new StoreUnavailable('down')
              return repository.getNextJobToRun(...all)
            },
          },
        }
        const jobs = await open({ pollMs: 20, stalledMs: 200 }, deaf)
        await jobs.start(async () => undefined)
        await eventually(jobs.problems, (problems) => problems.join() === 'not polling for due jobs')
        down = false
        await eventually(jobs.problems, (problems) => problems.length === 0)
      })
    })

    describe('a lock', () => {
      test('that is lost is reported to its run, whose end does not affect the new holder', async () => {
        const jobs = await open({ pollMs: NEVER_MS, touchMs: 30 })
        const runs: JobRun[] = []
        let finish: () => void = () => {}
        await jobs.start(async (_, run) => {
          runs.push(run)
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          return { again: Date.now() + 1 }
        })
        await jobs.enqueue('work', 'a')
        await eventually(
          () => runs.length,
          (count) => count === 1,
        )
        const { repository } = fixture.open()
        await repository.unlockJobs([(await jobIn(jobs.backend))!._id!])
        const taken = await claim(repository)
        await eventually(
          () => runs[0]!.signal.aborted,
          (aborted) => aborted,
        )
        finish()
        await jobs.stop()
        expect(await repository.getJobById(taken!._id!)).toEqual(taken)
      })

      test('is renewed during the run, and is not taken over', async () => {
        const timings = { pollMs: 50, lockMs: 4_000, touchMs: 200 }
        const runners = [await open(timings), await open(timings)]
        let ran = 0
        for (const runner of runners) {
          await runner.start(async (_, { signal }) => {
            ran++
            await sleep(6_000)
            expect(signal.aborted).toBe(false)
            return undefined
          })
        }
        await runners[0]!.enqueue('work', 'a')
        await nothingLeft(runners[0]!.backend)
        expect(ran).toBe(1)
      })

      test('of a dead process is taken over when it expires', async () => {
        const { repository } = fixture.open()
        const jobs = await open({ pollMs: 20, lockMs: 500 })
        await jobs.enqueue('work', 'a')
        const dead = await begin(repository, (await claim(repository))!)
        let at = 0
        await jobs.start(async () => {
          at = Date.now()
          return undefined
        })
        await nothingLeft(jobs.backend)
        expect(at - dead.lockedAt!.getTime()).toBeGreaterThanOrEqual(500)
      })

      test('that cannot be renewed is given up before it can be taken over', async () => {
        const backend = fixture.open()
        const { repository } = backend
        const outage = { on: false, refused: 0, lastedMs: 0 }
        const unreachable: FencedAgendaBackend = {
          ...backend,
          repository: {
            ...repository,
            saveJobState: async (job, options) => {
              if (outage.on) {
                outage.refused++
                throw new StoreUnavailable('down')
              }
              await repository.saveJobState(job, options)
            },
          },
        }
        const jobs = await open({ pollMs: 20, lockMs: 4_000, touchMs: 1_500 }, unreachable)
        await jobs.start(async (_, { signal }) => {
          if (outage.lastedMs) return undefined
          outage.on = true
          const began = performance.now()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          outage.lastedMs = performance.now() - began
          outage.on = false
          throw signal.reason
        })
        await jobs.enqueue('work', 'a')
        await nothingLeft(backend)
        expect(outage.refused).toBeGreaterThan(0)
        expect(outage.lastedMs).toBeGreaterThan(1_500)
        expect(outage.lastedMs).toBeLessThan(4_000)
      })
    })

    describe('stopping', () => {
      test('signals the runs and waits for them; their results count, and failed runs are due again', async () => {
        const jobs = await open()
        const signals: AbortSignal[] = []
        await jobs.start(async (key, { signal }) => {
          signals.push(signal)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          await sleep(50)
          if (key === 'throws') throw new Error('stopped')
          return key === 'again' ? { again: Date.now() + 600_000 } : undefined
        }, 3)
        for (const key of ['throws', 'again', 'done']) await jobs.enqueue('work', key)
        await eventually(
          () => signals.length,
          (count) => count === 3,
        )
        await jobs.stop()
        const { repository } = jobs.backend
        expect(await repository.getJobsOverview()).toMatchObject([{ total: 2, queued: 1, scheduled: 1 }])
        expect((await jobOf(repository, 'throws'))!.failCount ?? 0).toBe(0)
        expect((await jobOf(repository, 'again'))!.nextRunAt!.getTime()).toBeGreaterThan(Date.now())
      })

      test('does not wait for ever: a run that does not end is due again, and its end changes nothing', async () => {
        const jobs = await open({ drainMs: 200 })
        let finish: () => void = () => {}
        let started = false
        const handler: JobHandler = async () => {
          started = true
          await new Promise<void>((resolve) => {
            finish = resolve
          })
          return { again: Date.now() + 600_000 }
        }
        await jobs.start(handler)
        await jobs.enqueue('work', 'a')
        await eventually(
          () => started,
          (yes) => yes,
        )
        await jobs.stop()
        const left = await jobIn(jobs.backend)
        expect(await jobs.backend.repository.getJobsOverview()).toMatchObject([{ total: 1, queued: 1 }])
        finish()
        await sleep(100)
        expect(await jobIn(jobs.backend)).toEqual(left)
      })

      test('starts no more runs, but accepts jobs, which the next start finds', async () => {
        const jobs = await open({ pollMs: 20 })
        const ran: string[] = []
        const handler: JobHandler = async (key) => {
          ran.push(key)
          await sleep(20)
          return undefined
        }
        await jobs.start(handler)
        await Promise.all(['a', 'b', 'c', 'd'].map((key) => jobs.enqueue('work', key)))
        await jobs.stop()
        const before = ran.length
        await jobs.enqueue('work', 'after')
        await sleep(100)
        expect(ran).toHaveLength(before)
        const next = await open()
        await next.start(handler)
        await nothingLeft(next.backend)
        expect(new Set(ran)).toEqual(new Set(['a', 'b', 'c', 'd', 'after']))
      })

      test('twice, or before the start, is not an error', async () => {
        const jobs = await open()
        for (let time = 0; time < 2; time++) await expect(jobs.stop()).resolves.toBeUndefined()
      })
    })
  })
}
