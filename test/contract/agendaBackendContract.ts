// What Agenda, and we, require of a job backend.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { FencedAgendaBackend, FencedJobRepository } from '../../src/adapters/agenda/fencedBackend.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { describeJobLocks } from './agendaBackend/locking.js'
import { describeReleasedClaims } from './agendaBackend/releasing.js'
import { describeJobRequests } from './agendaBackend/requesting.js'
import { describeJobTurns } from './agendaBackend/turns.js'
import { ask, begin, claim } from './agendaBackend/worker.js'

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

    test('jobs are counted by name and state', async () => {
      await ask(jobs, 'a')
      await ask(jobs, 'b', Date.now() + 60_000)
      await ask(jobs, 'c', Date.now(), 'sweep')
      await begin(jobs, (await claim(jobs, Date.now(), 'sweep'))!)
      expect(await jobs.getJobsOverview()).toMatchObject([
        { name: 'sweep', total: 1, running: 1 },
        { name: 'work', total: 2, queued: 1, scheduled: 1, running: 0 },
      ])
    })

    test('a missing job is null, whatever its id', async () => {
      for (const id of ['', 'x', 'x'.repeat(10_000), '\ud800']) expect(await jobs.getJobById(id)).toBeNull()
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
