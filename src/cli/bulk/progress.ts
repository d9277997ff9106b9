import {
  type Progress as AnyProgress,
  createProgress as createAnyProgress,
  type PhaseWords,
} from '../progress/progress.js'
import { bytes, count } from '../progress/words.js'

type Phase = 'upload' | 'verify' | 'ask' | 'download'

export type BulkProgress = AnyProgress<Phase>

const PHASES: Readonly<Record<Phase, PhaseWords>> = {
  upload: { doing: 'uploading', amount: bytes },
  verify: { doing: 'verifying', amount: count, noun: 'row' },
  ask: { doing: 'asking mail servers', amount: count, noun: 'row' },
  download: { doing: 'downloading', amount: bytes },
}

/** A progress bar on a terminal; otherwise a line for every tenth, or every 30 s. */
export const createBulkProgress = (options: {
  readonly stream: NodeJS.WriteStream
  readonly now: () => number
}): BulkProgress => createAnyProgress({ ...options, phases: PHASES })
