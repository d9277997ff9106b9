// `mailproof backup`: copies the installation while it serves, and verifies copies.
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import pc from 'picocolors'
import type { BackupResult } from '../composition/backup/backup.js'
import { loadConfig } from '../config.js'
import { DAY_MS, parseDuration } from '../kernel/time.js'
import { jsonObject } from './jsonOption.js'
import { lowerPriority } from './lowerPriority.js'
import { EXIT, print, printError, printJson, snakeCase, UsageError } from './output.js'
import { bytes, plural } from './progress/words.js'
import { isWhole, RESTORED_MEMBERS, restoredText } from './restore/text.js'

interface Options {
  readonly every?: number
  readonly withSecret?: boolean
  readonly json?: boolean
}

export function backupCommand(exit: (code: number) => void): Command {
  const command = new Command('backup')
    .enablePositionalOptions()
    .description('Back up the installation while it serves: complete the first time, then only what is new')
    .argument('<dir>', 'Directory of the backup, or - for a complete backup as a tar stream on standard output')
    .option('--every <duration>', 'Repeat until the process is stopped: 5s, 15m, 24h', duration)
    .option(
      '--with-secret',
      'Include the secret key; without it, keep the key elsewhere: a backup cannot be read without it',
    )
    .option('--json', jsonObject('dir', 'at', 'position', 'time', 'events', 'added'))
    .addHelpText(
      'after',
      `
The secret key is not part of the backup unless you pass --with-secret; mailproof secret export prints it for the safe. An
interrupted backup leaves the one before as it was; run the same command again. With --every, --json prints a line of JSON per
backup. Exit code 0 on success, 1 if the backup failed.`,
    )
    .action(async (directory: string, options: Options) => {
      if (directory === '-' && options.every !== undefined)
        throw new UsageError('--every needs a directory: a stream is complete each time.')
      if (directory === '-' && process.stdout.isTTY)
        throw new UsageError('Standard output is a terminal: redirect it to a file, or name a directory.')
      await runBackups(directory, options)
    })

  command
    .command('verify')
    .description('Restore a backup into a scratch directory (TMPDIR), verify it there, and delete it: the drill')
    .argument('<dir>', 'Directory of the backup')
    .option('--json', jsonObject('dir', ...RESTORED_MEMBERS))
    .action(async (directory: string, { json }: { json?: boolean }) => {
      const { verifySet } = await import('../composition/backup/restore.js')
      const { createRestoreProgress } = await import('./restore/progress.js')
      const progress = createRestoreProgress(json)
      try {
        const restored = await verifySet(loadConfig(), directory, progress.report)
        progress.end()
        if (!isWhole(restored)) exit(EXIT.negative)
        if (json) printJson({ dir: directory, ...restored })
        else if (isWhole(restored)) print(`${pc.bold(directory)} can be restored: ${restoredText(restored)}`)
        else printError(`${directory} can be restored only in part: ${restoredText(restored)}`)
      } finally {
        progress.end()
      }
    })

  return command
}

async function runBackups(directory: string, { every, withSecret = false, json }: Options): Promise<void> {
  lowerPriority()
  const { backUp, openBackupSource } = await import('../composition/backup/backup.js')
  const { openSetDirectory, refuseWithin } = await import('../composition/backup/setDirectory.js')
  const { openTarTarget } = await import('../composition/backup/tarTarget.js')
  const config = loadConfig()
  if (directory !== '-') refuseWithin(directory, config.DATA_DIR)
  // Whoever reads the stream may go away before its end: the process then ends with this code.
  if (directory === '-') process.exitCode = EXIT.negative
  const target = directory === '-' ? await openTarTarget(process.stdout) : await openSetDirectory(directory)
  try {
    const source = await openBackupSource(config)
    try {
      const run = async () => {
        const result = await backUp(source, directory, target, { withSecret, onProgress: () => {} })
        report(directory, result, { json, repeated: every !== undefined })
      }
      await run()
      // Pauses are measured by the monotonic clock: one that is set back or forward neither stops nor hastens backups.
      while (every !== undefined) {
        await sleepLong(every)
        await run().catch(reportFailure)
      }
    } finally {
      await source.close()
    }
  } finally {
    target.close()
    process.exitCode = undefined
  }
}

/** In parts: a timer of more than 24 days would end at once. */
async function sleepLong(milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= DAY_MS) await sleep(Math.min(left, DAY_MS))
}

/** The next attempt may succeed: a full disk gets space, a store returns. */
function reportFailure(error: unknown): void {
  printError(error instanceof Error ? error.message : String(error))
}

interface ReportOptions {
  readonly json: boolean | undefined
  /** Whether more follow: a line of JSON each. */
  readonly repeated: boolean
}

function report(directory: string, { manifest, added }: BackupResult, { json, repeated }: ReportOptions): void {
  const { log, at } = manifest
  const { position, time, events } = log
  // Standard output may be the backup itself.
  const to = directory === '-' ? process.stderr : process.stdout
  if (json) {
    const shown = { dir: directory, at, position, time, events, added }
    if (repeated) print(JSON.stringify(snakeCase(shown)), to)
    else printJson(shown, to)
    return
  }
  const content = [
    plural(manifest.vault.keys, 'data key'),
    plural(manifest.blobs.length, 'blob'),
    plural(manifest.records.documents, 'record'),
  ].join(', ')
  const until = log.time === null ? '' : ` to ${log.time}`
  const line = `Backed up ${plural(log.events, 'event')}${until} (position ${log.position}), ${content} to ${pc.bold(directory)}: ${plural(added.events, 'new event')}, ${bytes(added.bytes)} written`
  print(line, to)
}

function duration(text: string): number {
  const milliseconds = parseDuration(text)
  if (milliseconds === undefined) throw new InvalidArgumentError('Must be a duration such as 5s, 15m, 24h or 7d.')
  return milliseconds
}
