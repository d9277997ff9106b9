import type { JobMemory, Upload } from './jobMemory.js'
import type { BulkProgress } from './progress.js'
import type { ResultFile } from './result.js'
import type { ResultKind } from './resultKinds.js'
import type { Retry } from './retry.js'
import type { BulkJob, BulkService } from './service.js'
import type { BulkSource } from './source.js'

export interface BulkRun {
  readonly source: BulkSource
  readonly upload: Upload
  /** Start a new job even if the same upload has one already. */
  readonly again: boolean
  /** Download only rows with results of this kind. */
  readonly only: ResultKind | undefined
  readonly service: BulkService
  readonly memory: JobMemory
  readonly result: ResultFile
  readonly retry: Retry
  readonly progress: BulkProgress
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
  /** Called whenever it changes what an interrupted run leaves behind. */
  reportStage(stage: Stage): void
  sleep(milliseconds: number): Promise<void>
}

export interface BulkOutcome {
  readonly jobId: string
  readonly job: BulkJob
  /** Whether the result was written, which needs processed rows. */
  readonly written: boolean
}

/** What an interrupted run leaves behind. `unconfirmed`: the whole file was sent, but no response has arrived. */
export type Stage = 'not_uploaded' | 'unconfirmed' | { readonly jobId: string; readonly ended: boolean }
