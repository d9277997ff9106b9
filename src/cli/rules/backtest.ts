// `mailproof rules backtest`: begins a backtest, shows its progress and its result.
import { setTimeout as delay } from 'node:timers/promises'
import pc from 'picocolors'
import type { Backtest, Mailproof } from '../../client/index.js'
import { EXIT, print, printError, printJson, printTable, visible } from '../output.js'
import { showProgress } from '../progress/progress.js'
import { count, plural } from '../progress/words.js'
import { exitCodeOf, onStopSignal } from '../signals.js'
import { type ServiceOptions, serviceAt } from './service.js'

export interface BacktestOptions extends ServiceOptions {
  readonly rules: 'live' | 'draft'
  readonly version?: number
  readonly from?: string
  readonly to?: string
  readonly lists: 'then' | 'now'
  readonly json?: boolean
}

/** The service counts every two seconds. */
const POLL_MS = 1_000
const PHASES = { counting: { doing: 'trying', amount: count, noun: 'verification' } }

/** @param exit sets the exit code */
export async function backtest(options: BacktestOptions, exit: (code: number) => void): Promise<void> {
  const { rules, version, from, to, lists, json } = options
  const service = serviceAt(options)
  const stopping = new AbortController()
  const stopListening = onStopSignal((signal) => stopping.abort(signal))
  try {
    const begun = await service.createBacktest({
      ...(version === undefined ? { rules } : { version }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      lists,
    })
    const ended = await follow(service, begun, stopping.signal, json)
    if (json) printJson(ended)
    else if (ended.status === 'failed')
      printError(`The backtest failed: ${visible(ended.error ?? 'no reason is known')}`)
    else printResult(ended)
    if (ended.status !== 'completed') exit(stopping.signal.aborted ? exitCodeOf(stopping.signal.reason) : EXIT.negative)
  } finally {
    stopListening()
  }
}

/** Shows progress until the backtest has ended; a signal cancels it. */
async function follow(
  service: Mailproof,
  begun: Backtest,
  signal: AbortSignal,
  silent: boolean | undefined,
): Promise<Backtest> {
  const progress = showProgress(PHASES, silent)
  progress.begin('counting', begun.total)
  try {
    for (let current = begun; ; current = await service.getBacktest({ backtestId: begun.id })) {
      progress.at(current.processed)
      if (current.ended_at !== null) return current
      await delay(POLL_MS, undefined, { signal }).catch(() => {})
      if (signal.aborted) return await service.cancelBacktest({ backtestId: begun.id })
    }
  } finally {
    progress.end()
  }
}

function printResult({ status, rules_version, from, to, processed, changed, ...rest }: Backtest): void {
  if (status === 'cancelled') print('The backtest was cancelled. Until then:')
  const name = rules_version === null ? 'The draft' : rules_version === 0 ? 'No rules' : `Version ${rules_version}`
  print(pc.bold(`${name}, from ${from} to ${to}`))
  print(`${plural(processed, 'verification')}, of which ${count(changed)} would have been decided otherwise.`)
  if (rest.undecided > 0)
    print(`${count(rest.undecided)} are undecided: their decision depends on what was not recorded.`)
  const { decisions, rules, outcomes, examples } = rest.result
  if (decisions.length > 0) {
    print('')
    printTable(
      ['was', 'would be', 'verifications'],
      decisions.map(({ before, after, verifications }) => [before, after, count(verifications)]),
    )
  }
  if (rules.length > 0) {
    print('')
    printTable(
      ['rule', 'verifications', 'decided otherwise'],
      rules.map(({ rule, decisions: of }) => [
        visible(rule),
        count(sum(of)),
        count(sum(of.filter(({ before, after }) => before !== after))),
      ]),
    )
  }
  printOutcomes(outcomes)
  if (examples.length > 0) {
    print('')
    printTable(
      ['example', 'was', 'would be', 'rule', 'domain', 'reasons'],
      examples.map(({ at, before, after, rule_after, domain, reasons }) => [
        at,
        before,
        after,
        visible(rule_after ?? '–'),
        visible(domain ?? '–'),
        reasons.join(', '),
      ]),
    )
  }
}

const sum = (decisions: readonly { readonly verifications: number }[]): number =>
  decisions.reduce((total, { verifications }) => total + verifications, 0)

/** What the account knows about who was right. */
function printOutcomes({ before, after }: Backtest['result']['outcomes']): void {
  const known = Object.values(after).some((value) => value > 0)
  if (!known) return
  print('')
  printTable(
    ['by outcomes', 'allowed', 'reviewed', 'denied'],
    [
      ['good, was', before.good_allowed, before.good_reviewed, before.good_denied],
      ['good, would be', after.good_allowed, after.good_reviewed, after.good_denied],
      ['bad, was', before.bad_allowed, before.bad_reviewed, before.bad_denied],
      ['bad, would be', after.bad_allowed, after.bad_reviewed, after.bad_denied],
    ].map(([name, ...counts]) => [String(name), ...counts.map((value) => count(Number(value)))]),
  )
}
