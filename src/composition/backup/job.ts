// The job that makes backups at an interval, in a process of its own.
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { Clock } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import { MINUTE_MS } from '../../kernel/time.js'
import type { BackupWatch } from './watch.js'

/** The job; it has one key. */
export const BACK_UP = 'back_up'

/** After a backup that failed. */
const RETRY_MS = 10 * MINUTE_MS
/** Characters of an error that are kept. */
const MAX_PRINTED = 1_000

/** The sources may run uncompiled. */
const PROGRAM = fileURLToPath(new URL(`../../main${extname(import.meta.url)}`, import.meta.url))

interface BackupJobOptions {
  readonly directory: string
  readonly everyMs: number
  readonly watch: BackupWatch
  readonly clock: Clock
  readonly log: Log
  /** Makes a backup; default: in a process of its own. */
  readonly run?: (directory: string, signal: AbortSignal) => Promise<void>
}

/** Makes a backup once the newest one is as old as the interval, whoever made that one. */
export const createBackupJob =
  ({ directory, everyMs, watch, clock, log, run = runApart }: BackupJobOptions): JobHandler =>
  async (_, { signal }) => {
    await watch.look()
    const newest = watch.newest()
    // A time in the future is of a clock that was set back.
    const dueAt = newest === undefined || newest > clock.now() ? clock.now() : newest + everyMs
    if (dueAt > clock.now()) return { again: dueAt }
    try {
      await run(directory, signal)
      watch.ended(undefined)
      await watch.look()
      return { again: clock.now() + everyMs }
    } catch (error) {
      if (signal.aborted) return { again: clock.now() }
      const { message } = error as Error
      watch.ended(message)
      log.warn({ reason: message }, 'the backup failed')
      return { again: clock.now() + Math.min(RETRY_MS, everyMs) }
    }
  }

/** In a process of its own, with low priority and the settings of this one: it compresses, and a service goes on serving. */
async function runApart(directory: string, signal: AbortSignal): Promise<void> {
  const execArgv = process.execArgv.filter((each) => !each.startsWith('--inspect'))
  const child = spawn(process.execPath, [...execArgv, PROGRAM, 'backup', directory], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-MAX_PRINTED)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  const lines = stripVTControlCharacters(printed).trim().split('\n')
  throw new Error(lines.at(-1)?.replace(/^mailproof: /, '') || `the process ended with ${code ?? 'a signal'}`)
}
