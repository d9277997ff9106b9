import type { JobParameters, JobRepositoryOptions } from 'agenda'
import type { Turn } from '../../kernel/ports/jobs.js'

/** Options that the job runner adds to Agenda's request for the next job. */
export interface ClaimOptions extends JobRepositoryOptions {
  readonly turn?: Turn
  /** Fencing token of the claim; a new one by default. */
  readonly claim?: string
}

/** The job's tenant; '' for a job without one. */
export const tenantOf = ({ data }: Pick<JobParameters, 'data'>): string =>
  (data as { readonly tenant?: string } | undefined)?.tenant ?? ''
