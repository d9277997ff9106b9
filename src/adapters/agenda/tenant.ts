import type { JobParameters, JobRepositoryOptions } from 'agenda'
import type { Turn } from '../../kernel/ports/jobs.js'

/** What the job runner adds to Agenda's question for the next job. */
export interface ClaimOptions extends JobRepositoryOptions {
  readonly turn?: Turn
}

/** Whose job it is; '' for one without a tenant. */
export const tenantOf = ({ data }: Pick<JobParameters, 'data'>): string =>
  (data as { readonly tenant?: string } | undefined)?.tenant ?? ''
