import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { JobParameters, JobRepository } from 'agenda'
import type { FencedAgendaBackend, FencedJobRepository } from '../../src/adapters/agenda/fencedBackend.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { describeJobLocks } from './agendaBackend/locking.js'
import { describeReleasedClaims } from './agendaBackend/releasing.js'
import { describeJobRequests } from './agendaBackend/requesting.js'
import { describeJobTurns } from './agendaBackend/turns.js'

export interface AgendaBackendFixture {
  readonly backend: FencedAgendaBackend & { ready(): Promise<void> }
  /** Another handle on the same jobs, as in another process. */
  second(): Promise<FencedAgendaBackend>
  dispose(): Promise<void>
}

/**
 * What the job runner requires of an Agenda backend; Agenda's own interface promises less.
 * @param options.sampled for a backend with expensive steps: promises are checked less often
 */
export function agendaBackendContract(
  adapter: string,
  make: () => Promise<AgendaBackendFixture>,
  { sampled = false }: { readonly sampled?: boolean } = {},
): void {
  describe(`agenda backend: ${adapter}`, () => {
    let fixture: AgendaBackendFixture
    let jobs: FencedJobRepository
    beforeEach(async () => {
      fixture = await make()
      await fixture.backend.connect()
      jobs = fixture.backend.repository
    })
    afterEach(() => fixture.dispose())

    const repository = () => jobs
    const second = async () => (await fixture.second()).repository
    describeJobRequests(repository, second, sampled)
    describeJobLocks(repository, second)
    describeReleasedClaims(repository, second)
    describeJobTurns(repository)

    describe('what an operator sees', () => {
      const add = (name: string, data: unknown, more: Partial<JobParameters> = {}) =>
        jobs.saveJob({ name, data, type: 'normal', priority: 0, nextRunAt: new Date(), ...more }, undefined)

      test('jobs can be queried by their attributes', async () => {
        const [deliver] = await Promise.all([
          add('deliver', { key: 'wh_1', of: { account: 'ada' } }),
          add('deliver', { key: 'wh_2', of: { account: 'bob' } }, { nextRunAt: new Date(Date.now() + 60_000) }),
          add('sweep', { key: 'all' }, { disabled: true }),
        ])
        const found = async (options: Parameters<JobRepository['queryJobs']>[0]) =>
          (await jobs.queryJobs(options)).jobs.map(({ data }) => (data as { key: string }).key)
        expect(await found({ id: deliver._id! })).toEqual(['wh_1'])
        expect(await found({ names: ['deliver'] })).toEqual(['wh_1', 'wh_2'])
        expect(await found({ name: 'deliver', sort: { nextRunAt: 'desc' } })).toEqual(['wh_2', 'wh_1'])
        expect(await found({ name: 'deliver', skip: 1, limit: 1 })).toEqual(['wh_2'])
        expect(await found({ data: { of: { account: 'bob' } } })).toEqual(['wh_2'])
        expect(await found({ search: 'WEE' })).toEqual(['all'])
        expect(await found({ state: 'scheduled' })).toEqual(['wh_2'])
        expect(await found({ search: 'e', includeDisabled: false })).toEqual(['wh_1', 'wh_2'])
        expect(await jobs.queryJobs({ name: 'deliver', limit: 1 })).toMatchObject({ total: 2 })
        expect(await jobs.getDistinctJobNames()).toEqual(['deliver', 'sweep'])
        expect(await jobs.getQueueSize()).toBe(1)
        expect(await jobs.getJobsOverview()).toMatchObject([
          { name: 'deliver', total: 2, queued: 1, scheduled: 1, running: 0 },
          { name: 'sweep', total: 1, paused: 1 },
        ])
      })

      test('a disabled job is not claimed until it is enabled', async () => {
        await add('sweep', { key: 'all' })
        expect(await jobs.disableJobs({ name: 'sweep' })).toBe(1)
        expect(await jobs.disableJobs({ name: 'sweep' })).toBe(0)
        expect(await jobs.getNextJobToRun('sweep', new Date(), new Date(0), undefined, undefined)).toBeUndefined()
        expect(await jobs.enableJobs({ name: 'sweep' })).toBe(1)
        expect(await jobs.getNextJobToRun('sweep', new Date(), new Date(0), undefined, undefined)).toBeDefined()
      })

      test('a missing job is null, whatever the query', async () => {
        for (const id of ['', 'x', 'x'.repeat(10_000), '\ud800']) expect(await jobs.getJobById(id)).toBeNull()
      })

      test('jobs are removed by their attributes; an empty filter removes nothing', async () => {
        await Promise.all([
          add('deliver', { key: 'wh_1' }),
          add('deliver', { key: 'wh_2' }),
          add('sweep', { key: 'all' }),
          add('run_batch', { key: 'b' }),
        ])
        expect(await jobs.removeJobs({})).toBe(0)
        expect(await jobs.removeJobs({ name: 'deliver', data: { key: 'wh_2' } })).toBe(1)
        expect(await jobs.removeJobs({ notNames: ['deliver', 'sweep'] })).toBe(1)
        expect(await jobs.getNextJobToRun('run_batch', new Date(), new Date(), undefined, undefined)).toBeUndefined()
        expect(await jobs.purgeAllJobs()).toBe(2)
        expect(await jobs.queryJobs()).toEqual({ jobs: [], total: 0 })
      })
    })

    test('an open store is ready; a disconnected one rejects calls', async () => {
      await expect(fixture.backend.ready()).resolves.toBeUndefined()
      await fixture.backend.disconnect()
      await expect(fixture.backend.ready()).rejects.toThrow(StoreUnavailable)
      await expect(jobs.getJobById('x')).rejects.toThrow(StoreUnavailable)
      await expect(
        jobs.saveJob({ name: 'a', data: {}, type: 'normal', priority: 0, nextRunAt: null }, undefined),
      ).rejects.toThrow(StoreUnavailable)
      await expect(fixture.backend.disconnect()).resolves.toBeUndefined()
    })
  })
}
