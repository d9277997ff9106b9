// Outcomes of rows as the columns of an event, and back.
import { createNumbering } from '../../../kernel/numbering.js'
import {
  codeAt,
  encodeCodes,
  STATUS_LETTERS,
  statusOf,
  V1_REASON_LETTERS,
  v1ReasonOf,
} from '../../verification/index.js'
import type { ResultColumns } from '../events.js'
import type { RowMailboxes } from '../projections/batchResults.js'
import { isDoubtfulAt } from '../projections/doubt.js'
import { isDoubtfulOutcome, joinFlags, type Outcome, refusesMailbox, withoutDoubt } from './outcome.js'

const DOUBTFUL = 'd'

/** Confidences have four decimals; events hold them as integers. */
const CONFIDENCE = 10_000

function letterOf(reason: Outcome['reason']): string {
  if (reason === undefined) return '-'
  return V1_REASON_LETTERS[reason === 'row_length' ? 'syntax' : reason]
}

/** Encodes the outcomes of consecutive rows for an event. */
export function toColumns(outcomes: readonly Outcome[]): ResultColumns {
  let status = ''
  let reason = ''
  let flags = ''
  let doubt = ''
  const providers = createNumbering<string>()
  const provider: number[] = []
  const meant: { [row: string]: string } = {}
  const uneven: number[] = []
  let pooled: { [row: string]: readonly [number, number] } | undefined
  for (const [row, outcome] of outcomes.entries()) {
    status += STATUS_LETTERS[outcome.status]
    reason += letterOf(outcome.reason)
    flags += withoutDoubt(outcome.flags).toString(16).padStart(2, '0')
    doubt += outcome.code === undefined && isDoubtfulOutcome(outcome) ? DOUBTFUL : '-'
    if (outcome.reason === 'row_length') uneven.push(row)
    provider.push(outcome.provider === undefined ? -1 : providers.of(outcome.provider))
    if (outcome.meant !== undefined) meant[row] = outcome.meant
    if (outcome.fromPool) {
      const { confidence, validations } = outcome.fromPool
      pooled ??= {}
      pooled[row] = [Math.round(confidence * CONFIDENCE), validations]
    }
  }
  const ruled = outcomes.some(({ ruling }) => ruling !== undefined)
  return {
    status,
    reason,
    flags,
    ...(doubt.includes(DOUBTFUL) && { doubt }),
    ...encodeCodes(outcomes.map(({ code }) => code ?? '')),
    providers: providers.values(),
    provider,
    meant,
    ...(pooled && { pooled }),
    ...(uneven.length > 0 && { uneven }),
    ...(ruled && { rulings: encodeCodes(outcomes.map(({ ruling }) => ruling ?? '')) }),
  }
}

/** Decodes the outcome of one row. @param row its index in these columns */
export function outcomeAt(columns: ResultColumns & RowMailboxes, row: number): Outcome {
  const { status, reason, flags, providers, provider, meant, pooled, uneven, rulings, mailboxes } = columns
  const mailbox = mailboxes?.[row]
  const isRefused = mailbox !== undefined && refusesMailbox(mailbox)
  const fromPool = pooled?.[row]
  const ruling = rulings && codeAt(rulings, row, status.length)
  return {
    status: isRefused ? 'invalid' : statusOf(status[row]!),
    reason: isRefused ? 'no_such_mailbox' : uneven?.includes(row) ? 'row_length' : v1ReasonOf(reason[row]!),
    code: codeAt(columns, row, status.length) || undefined,
    flags: joinFlags(Number.parseInt(flags.slice(2 * row, 2 * row + 2), 16), isDoubtfulAt(columns, row)),
    provider: providers[provider[row]!],
    meant: meant[row],
    ...(fromPool && { fromPool: { confidence: fromPool[0] / CONFIDENCE, validations: fromPool[1] } }),
    ...(ruling && { ruling }),
    ...(mailbox && { mailbox }),
  }
}
