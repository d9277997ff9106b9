import { setTimeout as sleep } from 'node:timers/promises'
import { Command, Option } from 'commander'
import type { BulkOutcome, BulkRun, Stage } from './bulk/bulkRun.js'
import { ENCODINGS } from './bulk/describe.js'
import { createBulkProgress } from './bulk/progress.js'
import { createResultFile, resultPathOf } from './bulk/result.js'
import { createRetry } from './bulk/retry.js'
import { PermanentError } from './bulk/retryErrors.js'
import { runBulk } from './bulk/run.js'
import { createService, RESULT_KINDS, type ResultKind } from './bulk/service.js'
import { createSidecar } from './bulk/sidecar.js'
import { openBulkSource } from './bulk/source.js'
import { summaryOf, summaryOfJson } from './bulk/summary.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printError, printJson, UsageError } from './output.js'
import { silentProgress } from './progress/progress.js'
import { onStopSignal } from './signals.js'

interface Options {
  readonly url: string
  readonly key?: string
  readonly emailColumn?: string
  readonly header?: boolean
  readonly encoding?: string
  readonly out?: string
  readonly only?: ResultKind
  readonly force?: boolean
  readonly again?: boolean
  readonly json?: boolean
}

export const bulkCommand = (exit: (code: number) => void): Command =>
  new Command('bulk')
    .description('Verify a CSV file through a running service and write the result next to it')
    .argument('<file.csv>', 'The file; its columns are kept and verdict columns are appended')
    .option('--url <base>', 'Base URL of the service', 'http://localhost:8080')
    .addOption(
      new Option(
        '--key <key>',
        'Your API key. The variable is safer: arguments are visible to other users and saved in shell history',
      ).env('MAILPROOF_API_KEY'),
    )
    .option('--email-column <name|n>', 'Column holding the addresses, by name or 1-based number (default: auto-detect)')
    .option('--header', 'The first row is a header (default: auto-detect)')
    .option('--no-header', 'The first row is data')
    .addOption(
      new Option('--encoding <name>', 'Encoding of the file (default: auto-detect)').choices(Object.keys(ENCODINGS)),
    )
    .option('--out <path>', 'Path of the result (default: <file>.verified.csv, or <file>.<result>.csv with --only)')
    .addOption(
      new Option(
        '--only <result>',
        'Write only rows with this result; not charged again if the file has a job',
      ).choices(RESULT_KINDS),
    )
    .option('--force', 'Overwrite an existing result file')
    .option('--again', 'Start a new job, which is charged, even if the file has one')
    .option(
      '--json',
      jsonObject(
        'job_id',
        'status',
        'file',
        'result',
        'only',
        'read_as',
        'rows',
        'distinct',
        'processed',
        'valid',
        'invalid',
        'unknown',
        'disposable',
        'role',
        'charged',
        'created_at',
        'completed_at',
        'failure',
      ),
    )
    .addHelpText(
      'after',
      `
You can interrupt the command at any time; run it again to resume. <file.csv>.<upload>.mailproof.json remembers the job. As
long as it is there, later runs use that job and are not charged, whatever their --only or --out. Without it, a run finds the job
of the same content for 24 hours. The service keeps files for 30 days; once the job's file is deleted, the command says so, and only
--again starts a new job. A run with --again that was interrupted is resumed with --again.
The result keeps delimiter, encoding, quotes, line endings and blank lines of the file. Rows of a job that was cancelled or
failed have empty verdict columns if they were not processed.
--only deliverable: valid without reservation; risky: valid, but disposable, a role address, or at a domain that looks
mistyped; invalid; unknown: DNS gave no conclusive answer, not charged. Every verified row has exactly one of these results.
Exit code 0 if the whole result was written, 1 if the job failed, was cancelled or refused, or if you interrupted it, 2 if you need
to fix something first.`,
    )
    .action(async (file: string, options: Options) => {
      const interrupted = new AbortController()
      const stopListening = onStopSignal(() => interrupted.abort())
      let stage: Stage = 'not_uploaded'
      const progress = options.json
        ? silentProgress
        : createBulkProgress({ stream: process.stderr, now: () => performance.now() })
      try {
        const run = await prepare(file, options, {
          progress,
          signal: interrupted.signal,
          reportStage: (reached) => {
            stage = reached
          },
        })
        const outcome = await runBulk(run)
        if (outcome.job.status !== 'completed') exit(EXIT.negative)
        report(run, outcome, options.json ?? false)
      } catch (error) {
        progress.end()
        if (!interrupted.signal.aborted && !(error instanceof PermanentError)) throw error
        exit(EXIT.negative)
        printError(interrupted.signal.aborted ? `Interrupted. ${remains(stage)}` : (error as PermanentError).message)
      } finally {
        stopListening()
      }
    })

/** What an interrupted run leaves behind, and how to resume. */
function remains(stage: Stage): string {
  if (stage === 'not_uploaded') return 'The upload was not complete, so no job was started.'
  if (stage === 'unconfirmed')
    return 'The upload was complete, but not confirmed: a job may have been started. Run the same command again to resume it.'
  return stage.ended
    ? `Job ${stage.jobId} has ended, and the server keeps its result. Run the same command again to download it.`
    : `Job ${stage.jobId} keeps running on the server. Run the same command again to resume.`
}

/** Checks the command line and the files. @throws UsageError before the first request to the service */
async function prepare(
  file: string,
  options: Options,
  { progress, signal, reportStage }: Pick<BulkRun, 'progress' | 'reportStage'> & { readonly signal: AbortSignal },
): Promise<BulkRun> {
  const base = parseBaseUrl(options.url)
  const key = parseKey(options.key)
  const source = await openBulkSource(file)
  const result = createResultFile(options.out ?? resultPathOf(source.path, options.only), {
    force: options.force ?? false,
  })
  await result.check()
  const fields = {
    ...(options.emailColumn !== undefined && { email_column: options.emailColumn }),
    ...(options.header !== undefined && { has_header: String(options.header) }),
    ...(options.encoding !== undefined && { encoding: options.encoding }),
  }
  const upload = { url: base.href, sha256: source.sha256, fields, sandbox: key.startsWith('mpt_') }
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal })
  return {
    source,
    upload,
    again: options.again ?? false,
    only: options.only,
    service: createService({ base, key, signal }),
    sidecar: createSidecar(source.path, upload),
    result,
    retry: createRetry({ signal, sleep: wait, report: progress.note }),
    progress,
    now: () => performance.now(),
    reportStage,
    sleep: wait,
  }
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw new UsageError(`--url must be an http or https URL, not ${text}. Example: --url https://verify.example.org`)
}

function parseKey(text: string | undefined): string {
  const key = text?.trim()
  if (!key) throw new UsageError('No API key. Set the environment variable MAILPROOF_API_KEY.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('The API key contains invalid characters.')
  return key
}

function report({ source, result, only }: BulkRun, outcome: BulkOutcome, json: boolean): void {
  if (json) printJson(summaryOfJson(source.path, result.path, outcome, only))
  else if (outcome.job.status === 'completed') print(summaryOf(result.path, outcome, only))
  else printError(summaryOf(result.path, outcome, only))
}
