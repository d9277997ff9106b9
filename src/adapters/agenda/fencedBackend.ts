import type { AgendaBackend, JobRepository } from 'agenda'

/** A claim on a job, before or without knowing which job it locked. */
export interface Claim {
  /** Name of the job. */
  readonly name: string
  /** Fencing token, chosen by the client: unique for every attempt to claim. */
  readonly token: string
}

/** Agenda's repository, whose claims can be released without knowing whether they were recorded. */
export interface FencedJobRepository extends JobRepository {
  /**
   * Unlocks the jobs that these claims hold; they are due again. Other claims do nothing, so that it may be repeated.
   * @returns the tokens of the claims that were released
   */
  releaseClaims(claims: readonly Claim[]): Promise<readonly string[]>
}

const unsupported = (): never => {
  throw new Error('this store runs jobs, and has no queries of them')
}

/** What Agenda offers to operators, and this service never calls. */
export const unsupportedQueries = {
  queryJobs: unsupported,
  getDistinctJobNames: unsupported,
  getQueueSize: unsupported,
  removeJobs: unsupported,
  purgeAllJobs: unsupported,
  disableJobs: unsupported,
  enableJobs: unsupported,
} satisfies Partial<JobRepository>

/** A backend that passes the contract suite `agendaBackendContract`: its locks are fenced, and it loses no request. */
export interface FencedAgendaBackend extends AgendaBackend {
  readonly repository: FencedJobRepository
}
