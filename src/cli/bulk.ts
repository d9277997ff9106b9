import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { createProgress } from './bulk/progress.js'
import { createResultFile, resultPathOf } from './bulk/result.js'
import { createRetry } from './bulk/retry.js'
import { PermanentError } from './bulk/retryErrors.js'
import { type BulkOutcome, type BulkRun, runBulk } from './bulk/run.js'
import { createService } from './bulk/service.js'
import { createSidecar } from './bulk/sidecar.js'
import { openSource } from './bulk/source.js'
import { summaryOf, summaryOfJson } from './bulk/summary.js'
import { EXIT, print, printError, printJson, UsageError } from './output.js'
import { silent } from './progress/progress.js'

interface Options {
  readonly url: string
  readonly key?: string
  readonly emailColumn?: string
  readonly header?: boolean
  readonly out?: string
  readonly force?: boolean
  readonly again?: boolean
  readonly json?: boolean
}

export const bulkCommand = (exit: (code: number) => void): Command =>
  new Command('bulk')
    .description('verify a CSV file through a running service, and write the result beside it')
    .argument('<file.csv>', 'its columns stay; the verdicts are put behind them')
    .option('--url <base>', 'where the service is', 'http://localhost:8080')
    .addOption(
      new Option(
        '--key <key>',
        'your API key; the variable is safer, a command line is seen by others and kept by shells',
      ).env('MAILPROOF_API_KEY'),
    )
    .option('--email-column <name|n>', 'column of the addresses: its name, or its number from 1; else found out')
    .option('--header', 'the first row names the columns; else found out')
    .option('--no-header', 'the first row is an address already')
    .option('--out <path>', 'where the result goes; else <file>.verified.csv')
    .option('--force', 'replace a result that is there')
    .option('--again', 'a new job, although the same content may have been uploaded within 24 hours')
    .option('--json', 'as JSON, and nothing else')
    .addHelpText(
      'after',
      `
Interrupt it whenever you like and run the same line again: it goes on with the job that it began, which stands in
<file.csv>.mailproof.json until the result is there. The same content makes one job, however often it is uploaded.
Exit code 0 when the result is written, 1 when the job failed, was cancelled or refused, or when you interrupt, 2 for
bad usage.`,
    )
    .action(async (file: string, options: Options) => {
      const interrupted = new AbortController()
      const interrupt = () => interrupted.abort()
      // Once: whoever interrupts twice wants an end at once.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
      const progress = options.json ? silent : createProgress({ stream: process.stderr, now: () => performance.now() })
      try {
        const run = await prepare(file, options, progress, interrupted.signal)
        const outcome = await runBulk(run)
        if (outcome.job.status !== 'completed') exit(EXIT.negative)
        report(run, outcome, options.json ?? false)
      } catch (error) {
        progress.end()
        if (!interrupted.signal.aborted && !(error instanceof PermanentError)) throw error
        exit(EXIT.negative)
        printError(interrupted.signal.aborted ? INTERRUPTED : (error as PermanentError).message)
      } finally {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
      }
    })

const INTERRUPTED =
  'Interrupted. A job that the service has taken goes on there. Run the same line again to watch it and get the result.'

/** @throws UsageError before anything is asked of the service */
async function prepare(
  file: string,
  options: Options,
  progress: BulkRun['progress'],
  signal: AbortSignal,
): Promise<BulkRun> {
  const base = baseOf(options.url)
  const key = keyOf(options.key)
  const source = await openSource(file)
  const result = createResultFile(options.out ?? resultPathOf(source.path), { force: options.force ?? false })
  await result.check()
  const fields = {
    ...(options.emailColumn !== undefined && { email_column: options.emailColumn }),
    ...(options.header !== undefined && { has_header: String(options.header) }),
  }
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal })
  return {
    source,
    upload: { url: base.href, sha256: source.sha256, fields, sandbox: key.startsWith('mpt_') },
    again: options.again ?? false,
    service: createService({ base, key, signal }),
    sidecar: createSidecar(source.path),
    result,
    persist: createRetry({ signal, sleep: wait, tell: progress.say }),
    progress,
    sleep: wait,
  }
}

function baseOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError(`--url ${text} is no http or https URL. Example: --url https://verify.example.org`)
}

function keyOf(text: string | undefined): string {
  const key = text?.trim()
  if (!key) throw new UsageError('Your API key is missing. Put it into the variable MAILPROOF_API_KEY.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key has characters that no key has.')
  return key
}

function report({ source, result }: BulkRun, outcome: BulkOutcome, json: boolean): void {
  if (json) printJson(summaryOfJson(source.path, result.path, outcome))
  else if (outcome.job.status === 'completed') print(summaryOf(result.path, outcome))
  else printError(summaryOf(result.path, outcome))
}
