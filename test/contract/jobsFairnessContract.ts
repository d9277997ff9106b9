// Contract of job queues: tenants share the runs fairly.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { FencedAgendaBackend } from '../../src/adapters/agenda/fencedBackend.js'
import { createJobRunner, type JobRunner } from '../../src/adapters/agenda/jobs.js'
import { silentLog } from '../../src/kernel/log.js'
import type { JobHandler } from '../../src/kernel/ports/jobs.js'
import { eventually } from '../../testbed/eventually.js'
import { countIn } from './agendaBackend/worker.js'
import type { JobsFixture } from './jobsContract.js'

/** Longer than what is waited for: nothing in a test is found by polling. Agenda keeps a timer of half of it. */
const NEVER_MS = 30_000

/** How the runs of a process are shared between tenants, over any backend. */
export function jobsFairnessContract(adapter: string, make: () => JobsFixture): void {
  describe(`jobs of many tenants: ${adapter}`, () => {
    let fixture: JobsFixture
    let jobs: JobRunner
    let repository: FencedAgendaBackend['repository']
    /** Current runs, each with the function that ends it. */
    let running: Map<string, () => void>
    beforeEach(async () => {
      fixture = make()
      const backend = fixture.open()
      repository = backend.repository
      jobs = await createJobRunner({ backend, log: silentLog, timings: { pollMs: NEVER_MS, drainMs: 5_000 } })
      running = new Map()
    })
    afterEach(async () => {
      const stopped = jobs.stop()
      for (const finish of running.values()) finish()
      await stopped
      await fixture.dispose()
    })

    /** Runs until it is signalled to end, like a delivery to an unresponsive receiver. */
    const hang: JobHandler = async (key, { signal }) => {
      await new Promise<void>((resolve) => {
        running.set(key, resolve)
        signal.addEventListener('abort', () => resolve())
      })
      running.delete(key)
      return undefined
    }
    const start = (concurrency: number) => jobs.start([{ name: 'work', concurrency, handler: hang }])
    const enqueue = (tenant: string, count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => jobs.enqueue('work', `${tenant}${index}`, { tenant })))
    const runningOf = (tenant: string) => [...running.keys()].filter((key) => key.startsWith(tenant)).length
    const slots = () => jobs.slots()[0]!
    const settled = async (taken: number) => {
      await eventually(
        () => running.size,
        (count) => count === taken,
      )
      await eventually(slots, (counts) => counts.taken === taken)
    }

    test('a tenant that is alone gets most of the runs, and never all', async () => {
      await enqueue('a', 15)
      await start(12)
      await settled(8)
      expect(slots()).toEqual({ name: 'work', taken: 8, free: 4, limitedTenants: 1 })
    })

    test("another tenant's job starts immediately although hundreds of a hanging tenant were due before it", async () => {
      await enqueue('a', 300)
      await start(9)
      await settled(6)
      const began = performance.now()
      await jobs.enqueue('work', 'healthy', { tenant: 'b' })
      await eventually(
        () => running.has('healthy'),
        (runs) => runs,
      )
      expect(performance.now() - began).toBeLessThan(10_000)
      expect(runningOf('a')).toBe(6)
    })

    test('several hanging tenants leave room for one more', async () => {
      const tenants = ['a', 'b', 'c', 'd']
      await Promise.all(tenants.map((tenant) => enqueue(tenant, 20)))
      await start(20)
      await eventually(slots, ({ limitedTenants }) => limitedTenants === 4)
      await jobs.enqueue('work', 'healthy', { tenant: 'e' })
      await eventually(
        () => running.has('healthy'),
        (runs) => runs,
      )
      for (const tenant of tenants) expect(runningOf(tenant)).toBeGreaterThan(0)
    })

    test("a job over its tenant's share runs as soon as one of that tenant's runs ends, and all are done in the end", async () => {
      await enqueue('a', 10)
      await start(3)
      await settled(2)
      const done = new Set<string>()
      while (done.size < 10) {
        const [key, finish] = await eventually(
          () => [...running][0]!,
          (run) => run !== undefined,
        )
        expect(running.size).toBeLessThanOrEqual(2)
        done.add(key)
        finish()
        await eventually(
          () => running.has(key),
          (runs) => !runs,
        )
      }
      await eventually(slots, ({ taken }) => taken === 0)
      expect(await countIn(repository)).toBe(0)
    })

    test('jobs without a tenant may use every run', async () => {
      await Promise.all(Array.from({ length: 6 }, (_, index) => jobs.enqueue('work', `${index}`)))
      await start(5)
      await settled(5)
      expect(slots()).toEqual({ name: 'work', taken: 5, free: 0, limitedTenants: 0 })
    })

    test('claimed jobs start before everything due has been claimed', async () => {
      let [claims, first] = [0, 0]
      const { getNextJobToRun } = repository
      repository.getNextJobToRun = async (...args) => {
        const job = await getNextJobToRun.apply(repository, args)
        if (job) claims++
        return job
      }
      await enqueue('a', 90)
      const handler: JobHandler = (key, run) => {
        first ||= claims
        return hang(key, run)
      }
      await jobs.start([{ name: 'work', concurrency: 100, handler }])
      await settled(66)
      expect(first).toBeLessThan(30)
    })

    test('no run is lost to a tenant whose jobs cannot be saved', async () => {
      const { saveJobState } = repository
      let refused = 0
      repository.saveJobState = (...args) =>
        refused < 2 ? Promise.reject(new Error(`down ${++refused}`)) : saveJobState.apply(repository, args)
      await enqueue('a', 2)
      await start(3)
      await eventually(
        () => refused,
        (count) => count === 2,
      )
      await eventually(slots, ({ taken }) => taken === 0)
      await jobs.enqueue('work', 'a-later', { tenant: 'a' })
      await settled(1)
    })
  })
}
