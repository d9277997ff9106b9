import type { RestoreRequest } from '../../composition/backup/restore.js'
import type { MigrationStep } from '../../composition/index.js'
import { MIGRATION_PHASES } from '../migrate.js'
import { phaseReporter } from '../progress/phaseReporter.js'
import { type PhaseWords, showProgress } from '../progress/progress.js'
import { bytes, count } from '../progress/words.js'

type Step = Parameters<RestoreRequest['report']>[0]

const PHASES: Readonly<Record<Step, PhaseWords>> = {
  ...MIGRATION_PHASES,
  check: { doing: 'checking the backup:', amount: bytes },
  log: { doing: 'writing the log:', amount: count, noun: 'event' },
  models: { doing: 'folding read models:', amount: count, noun: 'event' },
  comparison: { doing: 'comparing with the backup:', amount: count, noun: 'event' },
} satisfies Record<Step | MigrationStep, PhaseWords>

/** Shows the progress of a restore on standard error. @param silent shows nothing */
export function createRestoreProgress(silent = false) {
  const progress = showProgress(PHASES, silent)
  return { report: phaseReporter<Step>(progress), end: () => progress.end() }
}
