// Contract of job queues: responses of the store that are lost repeat no job and lose none.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { JobParameters } from 'agenda'
import type { FencedAgendaBackend, FencedJobRepository } from '../../src/adapters/agenda/fencedBackend.js'
import { createJobRunner, type JobRunner } from '../../src/adapters/agenda/jobs.js'
import { silentLog } from '../../src/kernel/log.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { countIn } from './agendaBackend/worker.js'
import type { JobsFixture } from './jobsContract.js'

type Method = 'getNextJobToRun' | 'saveJobState' | 'unlockJob'

/** What happens to a call: the store applies it and its response is lost, or the store never receives it. */
type Fault = 'response lost' | 'request lost'

/** Far longer than the test waits: nothing in it is due again because a lock has expired. */
const LOCK_MS = 60_000
/** A second for the release, and several for a slow machine. */
const SOON_MS = 20_000

/** Jobs of a process whose connection to its store breaks in the middle of a call, over any backend. */
export function jobsLostResponses(adapter: string, make: () => JobsFixture): void {
  describe(`jobs when a response of the store is lost: ${adapter}`, () => {
    let fixture: JobsFixture
    let repository: FencedJobRepository
    let jobs: JobRunner
    let faults: { method: Method; fault: Fault; left: number; isMeant: (first: unknown) => boolean }[]
    let runs: number
    beforeEach(async () => {
      fixture = make()
      const backend = fixture.open()
      repository = backend.repository
      faults = []
      runs = 0
      const timings = { pollMs: 50, lockMs: LOCK_MS, touchMs: 20_000, drainMs: 5_000 }
      jobs = await createJobRunner({ backend: withFaults(backend), log: silentLog, timings })
    })
    afterEach(async () => {
      await jobs.stop()
      await fixture.dispose()
    })

    /** Injects the faults of a method into its calls. */
    const failing =
      <A extends unknown[], R>(method: Method, call: (...args: A) => Promise<R>) =>
      async (...args: A): Promise<R> => {
        const next = faults.find((each) => each.method === method && each.left > 0 && each.isMeant(args[0]))
        if (!next) return call(...args)
        if (next.fault === 'response lost') {
          const outcome = await call(...args)
          // A claim that found no job leaves no lock behind.
          if (method === 'getNextJobToRun' && !outcome) return outcome
        }
        next.left--
        throw new StoreUnavailable('the connection broke')
      }

    function withFaults(backend: FencedAgendaBackend): FencedAgendaBackend {
      const { repository } = backend
      return {
        ...backend,
        repository: {
          ...repository,
          getNextJobToRun: failing('getNextJobToRun', repository.getNextJobToRun),
          saveJobState: failing('saveJobState', repository.saveJobState),
          unlockJob: failing('unlockJob', repository.unlockJob),
        },
      }
    }

    const fail = (method: Method, fault: Fault, left = 1, isMeant: (first: unknown) => boolean = () => true) =>
      faults.push({ method, fault, left, isMeant })
    const isEnd = (job: unknown) => !(job as JobParameters).lockedAt
    const isStart = (job: unknown) => !isEnd(job)

    async function runToEnd(): Promise<void> {
      await jobs.start([{ name: 'work', concurrency: 1, handler: async () => void runs++ }])
      await jobs.enqueue('work', 'a')
      await eventually(
        () => countIn(repository),
        (total) => total === 0,
        SOON_MS,
      )
      expect(faults.map(({ left }) => left)).toEqual(faults.map(() => 0))
    }

    test.each([1, 3])('%i lost responses to a claim: the job runs soon, and once', async (count) => {
      fail('getNextJobToRun', 'response lost', count)
      await runToEnd()
      expect(runs).toBe(1)
    })

    test.each<Fault>(['response lost', 'request lost'])(
      'the start of a run, %s: the job runs soon, and once',
      async (fault) => {
        fail('saveJobState', fault, 1, isStart)
        await runToEnd()
        expect(runs).toBe(1)
      },
    )

    test.each<Fault>(['response lost', 'request lost'])('the end of a run, %s: it is not repeated', async (fault) => {
      fail('saveJobState', fault, 1, isEnd)
      await runToEnd()
      expect(runs).toBe(1)
    })

    test('the end of a run during a longer outage: it is not repeated', async () => {
      fail('saveJobState', 'request lost', 4, isEnd)
      await runToEnd()
      expect(runs).toBe(1)
    })

    test('the end of a run that could not be saved until the process stopped: the job is due again', async () => {
      fail('saveJobState', 'request lost', Infinity, isEnd)
      await jobs.start([{ name: 'work', concurrency: 1, handler: async () => void runs++ }])
      await jobs.enqueue('work', 'a')
      await eventually(
        () => runs,
        (count) => count === 1,
      )
      await jobs.stop()
      expect(await repository.getJobsOverview()).toMatchObject([{ name: 'work', total: 1, queued: 1 }])
    })

    test.each<Fault>(['response lost', 'request lost'])(
      'the release of a run, %s: its job is due at once',
      async (fault) => {
        fail('unlockJob', fault)
        let started = false
        const handler = () => {
          started = true
          return new Promise<undefined>(() => {})
        }
        const backend = withFaults(fixture.open())
        const stopping = await createJobRunner({ backend, log: silentLog, timings: { lockMs: LOCK_MS, drainMs: 50 } })
        await stopping.start([{ name: 'work', concurrency: 1, handler }])
        await stopping.enqueue('work', 'a')
        await eventually(
          () => started,
          (yes) => yes,
        )
        await stopping.stop()
        expect(await repository.getJobsOverview()).toMatchObject([{ name: 'work', total: 1, queued: 1 }])
      },
    )
  })
}
