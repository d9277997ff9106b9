// `mailproof migrate`: moves an embedded installation to MongoDB and KurrentDB.
import { Command } from 'commander'
import pc from 'picocolors'
import type { MigrationResult, MigrationStep } from '../composition/index.js'
import { loadConfig } from '../config.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printError, printJson } from './output.js'
import { phaseReporter } from './progress/phaseReporter.js'
import type { PhaseWords } from './progress/progress.js'
import { bytes, count, plural } from './progress/words.js'

/** How the steps of a migration are described. */
export const MIGRATION_PHASES: Readonly<Record<MigrationStep, PhaseWords>> = {
  keys: { doing: 'moving', amount: count, noun: 'data key' },
  blobs: { doing: 'moving blobs:', amount: bytes },
  records: { doing: 'moving', amount: count, noun: 'record' },
  log: { doing: 'moving the log:', amount: count, noun: 'event' },
  log_file: { doing: 'moving the log:', amount: bytes },
  models: { doing: 'rebuilding read models:', amount: count, noun: 'event' },
  comparison: { doing: 'comparing with the old log:', amount: count, noun: 'event' },
}

export const migrateCommand = (exit: (code: number) => void): Command =>
  new Command('migrate')
    .description('Move an embedded installation to MongoDB, and its log to KurrentDB if KURRENTDB_URL is set')
    .requiredOption('--from <data dir>', 'DATA_DIR of the embedded service; the service must not be running')
    .option('--json', jsonObject('outcome', 'from', 'at', 'summary', 'models', 'log'))
    .addHelpText(
      'after',
      `
The migration can be interrupted at any time; run the same command again to resume it. The data in --from is not changed; only
serve.lock is written there and, if the log stays, moved.json. No service starts with the new stores until everything has been
moved and verified. To verify, the read models are rebuilt from the old log in the system's temporary directory (TMPDIR), which
needs as much free space as DATA_DIR/documents.mdb.
Exit code 0 on success, 1 if the verification or a store failed, 2 if you need to fix something first.`,
    )
    .action(async ({ from, json }: { from: string; json?: boolean }) => {
      const config = loadConfig()
      const { migrate } = await import('../composition/migration/migrate.js')
      const { showProgress } = await import('./progress/progress.js')
      const progress = showProgress(MIGRATION_PHASES, json)
      try {
        const migrated = await migrate(config, from, phaseReporter<MigrationStep>(progress))
        progress.end()
        if (migrated.outcome === 'differs') exit(EXIT.negative)
        if (json) printJson(migrated)
        else report(migrated)
      } catch (error) {
        progress.end()
        if ((error as Error).name !== 'StoreUnavailable') throw error
        exit(EXIT.negative)
        printError(
          `${(error as Error).message}. What has been moved is kept; run the same command again to resume.`.replace(
            '..',
            '.',
          ),
        )
      }
    })

function report(migrated: MigrationResult): void {
  if (migrated.outcome === 'differs') printError(differenceOf(migrated))
  else print(summaryOf(migrated))
}

function summaryOf({ outcome, from, at, summary }: Exclude<MigrationResult, { outcome: 'differs' }>): string {
  const { events, keys, blobs, records, models, documents, hash } = summary
  const verb = outcome === 'moved' ? 'Moved' : `Already moved on ${at}:`
  const what = [
    plural(events, 'event'),
    plural(keys, 'data key'),
    plural(blobs, 'blob'),
    plural(records, 'record'),
  ].join(', ')
  return `${verb} ${what} from ${pc.bold(from)}. Verified ${plural(models, 'read model')} with ${plural(documents, 'document')}: equal in both, SHA-256 ${hash}`
}

function differenceOf({ from, models, log }: Extract<MigrationResult, { outcome: 'differs' }>): string {
  if (log) {
    return `${log}: another program wrote to the new log while ${from} was being moved. No service will start with it. Configure an empty log and run the same command again.`
  }
  const differ = `${models.join(', ')} ${models.length === 1 ? 'differs' : 'differ'}`
  return `The moved data does not match ${from}: ${differ}. No service will start with the new stores. Run the same command again to rebuild these read models.`
}
