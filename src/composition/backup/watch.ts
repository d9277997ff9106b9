// How old the newest backup in BACKUP_DIR is, for health and metrics.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, iso, isToCome } from '../../kernel/clock.js'
import type { Family } from '../../kernel/metrics.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kernel/time.js'
import { MANIFEST, readManifest } from './manifest.js'

/** How often the directory is looked at. */
const INTERVAL_MS = MINUTE_MS
/** Backups that are scheduled elsewhere, by cron for example, are late after this time. */
const LATE_MS = 2 * DAY_MS

interface BackupWatchOptions {
  readonly directory: string
  /** Interval of backups that this service makes; undefined if it makes none. */
  readonly everyMs: number | undefined
  readonly clock: Clock
}

export type BackupWatch = ReturnType<typeof createBackupWatch>

/** Watches the set in a directory, whoever writes it. */
export function createBackupWatch({ directory, everyMs, clock }: BackupWatchOptions) {
  const lateMs = everyMs === undefined ? LATE_MS : 2 * everyMs + HOUR_MS
  let newest: number | undefined
  let unreadable: string | undefined
  /** Of the last scheduled backup, and the newest one that there was then. */
  let failure: { readonly problem: string; readonly after: number | undefined } | undefined
  let seen: number | undefined

  async function look(): Promise<void> {
    try {
      const { mtimeMs } = await stat(join(directory, MANIFEST))
      if (mtimeMs === seen) return
      newest = Date.parse((await readManifest(directory))!.at)
      unreadable = undefined
      seen = mtimeMs
    } catch (error) {
      newest = undefined
      seen = undefined
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      unreadable = isMissing ? `BACKUP_DIR: ${directory} has no complete backup yet` : (error as Error).message
    }
  }

  const timer = setInterval(() => void look(), INTERVAL_MS).unref()
  const isAhead = () => newest !== undefined && isToCome(newest, clock.now())
  /** Undefined if unknown. */
  const ageMs = () => (newest === undefined || isAhead() ? undefined : Math.max(0, clock.now() - newest))

  const age: Family = {
    name: 'mailproof_backup_age_seconds',
    help: 'Time since the cut of the newest backup in BACKUP_DIR; infinite while none can be read, or its time is to come.',
    type: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: (ageMs() ?? Number.POSITIVE_INFINITY) / 1_000 }],
  }

  return {
    look,
    /** When the newest backup was made, milliseconds since the epoch. */
    newest: () => newest,
    /** Records how the last scheduled backup ended. @param problem undefined if it succeeded */
    ended(problem: string | undefined): void {
      failure = problem === undefined ? undefined : { problem, after: newest }
    },
    problems(): string[] {
      const ms = ageMs()
      const late = ms !== undefined && ms > lateMs ? [`the last backup is ${Math.floor(ms / HOUR_MS)} h old`] : []
      const isOver = newest !== undefined && newest !== failure?.after
      const failed = failure && !isOver ? [`the last backup failed: ${failure.problem}`] : []
      const toCome = isAhead()
        ? [
            `the last backup is of ${iso(newest!)}, which is still to come: set the clock of the machine that makes backups`,
          ]
        : []
      return [...(unreadable ? [unreadable] : []), ...toCome, ...late, ...failed]
    },
    families: [age],
    stop: () => clearInterval(timer),
  }
}
