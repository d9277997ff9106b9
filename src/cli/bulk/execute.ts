// Runs `mailproof bulk` and prints its outcome.
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, print, printError, printJson, UsageError } from '../output.js'
import { silentProgress } from '../progress/progress.js'
import { parseBaseUrl, parseKey } from '../service.js'
import { exitCodeOf, onStopSignal } from '../signals.js'
import type { BulkOutcome, BulkRun, Stage } from './bulkRun.js'
import { createJobMemory } from './jobMemory.js'
import { createBulkProgress } from './progress.js'
import { createResultFile, resultPathOf } from './result.js'
import { RESULT_KINDS, type ResultKind } from './resultKinds.js'
import { createRetry } from './retry.js'
import { PermanentError } from './retryErrors.js'
import { runBulk } from './run.js'
import { createService } from './service.js'
import { openBulkSource } from './source.js'
import { summaryOf, summaryOfJson } from './summary.js'

interface BulkOptions {
  readonly url: string
  readonly key?: string
  readonly emailColumn?: string
  readonly header?: boolean
  readonly encoding?: string
  /** Minutes; true for the default. */
  readonly mailbox?: string | true
  readonly out?: string
  readonly only?: ResultKind
  readonly force?: boolean
  readonly again?: boolean
  readonly json?: boolean
}

/** Runs the command. @param exit sets the exit code of a command that succeeded */
export async function executeBulk(
  files: readonly string[],
  options: BulkOptions,
  exit: (code: number) => void,
): Promise<void> {
  const interrupted = new AbortController()
  let stoppedBy: NodeJS.Signals = 'SIGINT'
  const stopListening = onStopSignal((signal) => {
    stoppedBy = signal
    interrupted.abort()
  })
  const progress = options.json
    ? silentProgress
    : createBulkProgress({ stream: process.stderr, now: () => performance.now() })
  const summaries: object[] = []
  let current: PreparedRun | undefined
  try {
    const runs = await prepareAll(withoutResults(files, progress.say), options, {
      progress,
      signal: interrupted.signal,
    })
    for (const run of runs) {
      current = run
      if (runs.length > 1) progress.say(`${run.source.name}:`)
      const outcome = await attempt(run)
      if (outcome) summaries.push(summaryOfJson(run.source.path, run.result.path, outcome, run.only))
    }
  } catch (error) {
    progress.end()
    if (!interrupted.signal.aborted) throw error
    exit(exitCodeOf(stoppedBy))
    printError(`Interrupted. ${remains(current?.stage() ?? 'not_uploaded')}`)
  } finally {
    stopListening()
    // Also of an interrupted run: of the files that had ended by then.
    if (options.json && summaries.length > 0) printJson(files.length > 1 ? summaries : summaries[0])
  }

  /** @returns undefined if there is no outcome; the error is printed, and other files go on */
  async function attempt(run: PreparedRun): Promise<BulkOutcome | undefined> {
    try {
      const outcome = await runBulk(run)
      if (outcome.job.status !== 'completed') exit(EXIT.negative)
      if (!options.json) report(run, outcome)
      return outcome
    } catch (error) {
      progress.end()
      if (interrupted.signal.aborted || !(error instanceof PermanentError)) throw error
      exit(EXIT.negative)
      printError(error.message)
      return undefined
    }
  }
}

/** The files without results of earlier runs, whatever their --only was: `*.csv` names them too. */
function withoutResults(files: readonly string[], say: (line: string) => void): readonly string[] {
  const kinds = [undefined, ...RESULT_KINDS]
  const results = new Map(
    files.flatMap((file) => kinds.map((kind) => [resultPathOf(resolve(file), kind), file] as const)),
  )
  return files.filter((file) => {
    const of = results.get(resolve(file))
    if (of === undefined) return true
    say(`${file} is the result of ${of}, and is skipped.`)
    return false
  })
}

/** A run that knows what it would leave behind if it was interrupted now. */
type PreparedRun = BulkRun & { readonly stage: () => Stage }

/** Checks all files before the first request. @throws UsageError */
async function prepareAll(
  files: readonly string[],
  options: BulkOptions,
  shared: Pick<BulkRun, 'progress'> & { readonly signal: AbortSignal },
): Promise<readonly PreparedRun[]> {
  if (files.length > 1 && options.out !== undefined)
    throw new UsageError('--out names the result of a single file. Leave it out for several files.')
  const runs: PreparedRun[] = []
  for (const file of files) {
    let stage: Stage = 'not_uploaded'
    const reportStage = (reached: Stage) => {
      stage = reached
    }
    const run = await prepare(file, options, { ...shared, reportStage })
    const other = runs.find(({ result }) => result.path === run.result.path)
    if (other)
      throw new UsageError(
        `${other.source.path} and ${run.source.path} would have the same result, ${run.result.path}. Verify one after the other, with --out.`,
      )
    runs.push({ ...run, stage: () => stage })
  }
  return runs
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
    ...(options.mailbox !== undefined && { mailbox: 'true' }),
    ...(typeof options.mailbox === 'string' && { mailbox_minutes: options.mailbox }),
  }
  const upload = { url: base.href, sha256: source.sha256, fields, sandbox: key.startsWith('mpt_') }
  const wait = (milliseconds: number) => sleep(milliseconds, undefined, { signal })
  return {
    source,
    upload,
    again: options.again ?? false,
    only: options.only,
    service: createService({ base, key, signal }),
    memory: createJobMemory(source.path, upload),
    result,
    retry: createRetry({ signal, sleep: wait, report: progress.note }),
    progress,
    now: () => performance.now(),
    reportStage,
    sleep: wait,
  }
}

function report({ result, only }: BulkRun, outcome: BulkOutcome): void {
  if (outcome.job.status === 'completed') print(summaryOf(result.path, outcome, only))
  else printError(summaryOf(result.path, outcome, only))
}
