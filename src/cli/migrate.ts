import { Command } from 'commander'
import pc from 'picocolors'
import { type Migrated, migrate, type Step } from '../composition/index.js'
import { loadConfig } from '../config.js'
import { EXIT, print, printError, printJson } from './output.js'
import { createProgress, type PhaseWords, type Progress, silent } from './progress/progress.js'
import { bytes, count } from './progress/words.js'

const PHASES: Readonly<Record<Step, PhaseWords>> = {
  keys: { doing: 'moved', amount: count, noun: ' data keys' },
  blobs: { doing: 'moving blobs,', amount: bytes, noun: '' },
  records: { doing: 'moving', amount: count, noun: ' records' },
  log: { doing: 'moving the log,', amount: count, noun: ' events' },
  log_file: { doing: 'moving the log,', amount: bytes, noun: '' },
  models: { doing: 'folding read models,', amount: count, noun: ' events' },
  comparison: { doing: 'comparing with the old log,', amount: count, noun: ' events' },
}

export const migrateCommand = (exit: (code: number) => void): Command =>
  new Command('migrate')
    .description('move an embedded installation to MongoDB, and its log to KurrentDB where KURRENTDB_URL is set')
    .requiredOption('--from <data dir>', 'DATA_DIR of the embedded service, which must not be running')
    .option('--json', 'as JSON, and nothing else')
    .addHelpText(
      'after',
      `
Interrupt it whenever you like and run the same line again: it goes on. Nothing in --from is changed. Until all of it has
been moved, and proven to be the same, no service starts with the new stores. For that proof the read models are folded
once more in the system's temporary directory (TMPDIR), which needs as much room as DATA_DIR/documents.mdb.
Exit code 0 when it is moved, 1 when what was moved is not the same or a store failed, 2 for what you have to mend first.`,
    )
    .action(async ({ from, json }: { from: string; json?: boolean }) => {
      const config = loadConfig()
      const progress = json
        ? silent
        : createProgress({ phases: PHASES, stream: process.stderr, now: () => performance.now() })
      try {
        const migrated = await migrate(config, from, teller(progress))
        progress.end()
        if (migrated.outcome === 'differs') exit(EXIT.negative)
        if (json) printJson(migrated)
        else report(migrated)
      } catch (error) {
        progress.end()
        if ((error as Error).name !== 'StoreUnavailable') throw error
        exit(EXIT.negative)
        printError(
          `${(error as Error).message}. What was moved stays; run the same line again to go on.`.replace('..', '.'),
        )
      }
    })

/** A phase begins with the first word of it. */
function teller(progress: Progress<Step>): (step: Step, done: number, total: number) => void {
  let phase: Step | undefined
  return (step, done, total) => {
    if (step !== phase) {
      if (phase) progress.end()
      progress.begin(step, total)
    }
    phase = step
    progress.at(done)
  }
}

function report(migrated: Migrated): void {
  if (migrated.outcome === 'differs') printError(differenceOf(migrated))
  else print(summaryOf(migrated))
}

function summaryOf({ outcome, from, at, summary }: Exclude<Migrated, { outcome: 'differs' }>): string {
  const { events, keys, blobs, records, models, documents, hash } = summary
  const verb = outcome === 'moved' ? 'Moved' : `Was moved already, on ${at}:`
  const what = [some(events, 'event'), some(keys, 'data key'), some(blobs, 'blob'), some(records, 'record')].join(', ')
  return `${verb} ${what} from ${pc.bold(from)}; its ${some(models, 'read model')} of ${some(documents, 'document')} are equal in both, SHA-256 ${hash}`
}

function differenceOf({ from, models, log }: Extract<Migrated, { outcome: 'differs' }>): string {
  if (log) {
    return `${log}: somebody else wrote to the new one while ${from} was moved. No service starts with it; name an empty one, and run the same line again.`
  }
  const differ = `${models.join(', ')} ${models.length === 1 ? 'differs' : 'differ'}`
  return `What was moved is not what is in ${from}: ${differ}. No service starts with it; run the same line again to have that folded anew.`
}

const some = (amount: number, noun: string): string => `${count(amount)} ${noun}${amount === 1 ? '' : 's'}`
