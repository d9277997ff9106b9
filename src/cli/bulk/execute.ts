// Runs `mailproof bulk` and prints its outcome.
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, print, printError, printJson, UsageError } from '../output.js'
import { silentProgress } from '../progress/progress.js'
import { onStopSignal } from '../signals.js'
import type { BulkOutcome, BulkRun, Stage } from './bulkRun.js'
import { createBulkProgress } from './progress.js'
import { createResultFile, resultPathOf } from './result.js'
import type { ResultKind } from './resultKinds.js'
import { createRetry } from './retry.js'
import { PermanentError } from './retryErrors.js'
import { runBulk } from './run.js'
import { createService } from './service.js'
import { createSidecar } from './sidecar.js'
import { openBulkSource } from './source.js'
import { summaryOf, summaryOfJson } from './summary.js'

interface BulkOptions {
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

/** Runs the command. @param exit sets the exit code of a command that succeeded */
export async function executeBulk(file: string, options: BulkOptions, exit: (code: number) => void): Promise<void> {
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
}

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
  options: BulkOptions,
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
