// One row of the export of what mail servers said about rows of jobs, pseudonymised.
import { iso } from '../../../kernel/clock.js'
import type { PseudonymOf } from '../../../kernel/crypto/pseudonyms.js'
import { type Columns, nullable, required } from '../../../kernel/dataset.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { idOf } from '../../../kernel/stream.js'
import { HOUR_MS } from '../../../kernel/time.js'
import type { BatchMailboxesAsked } from '../events.js'

/** An answer, pseudonymised for analysis: it has no identifier that the service shows, and the hour instead of the time. */
export interface MailboxRow {
  readonly rowPosition: string
  readonly answeredHour: string
  readonly accountHash: string
  readonly batchHash: string
  readonly rowHash: string
  readonly mailboxResult: string
  readonly mailboxCause: string | null
  readonly mailboxCode: number | null
  readonly mailboxEnhancedCode: string | null
  readonly isMailboxFinal: boolean
  readonly acceptAll: string
}

export const mailboxColumns: Columns<MailboxRow> = {
  rowPosition: required('text', 'the hour and a random place within it: pass it to `--after` to resume'),
  answeredHour: required('time', 'start of the UTC hour in which the answer was recorded'),
  accountHash: required('text', 'equal for the same account, in every export'),
  batchHash: required('text', 'equal for answers of the same job, also in `verifications`'),
  rowHash: required('text', 'equal for answers about the same row, also in `verifications`'),
  mailboxResult: required('text', 'what the mail server said, as `metadata.mailbox.result`'),
  mailboxCause: nullable('text', 'why there is no better result, such as `timeout`, `paused` or `no_contrast`'),
  mailboxCode: nullable('integer', 'of its reply, such as 550; null without one'),
  mailboxEnhancedCode: nullable('text', 'of its reply, such as `5.1.1`; null without one'),
  isMailboxFinal: required('boolean', 'whether it is the last answer about the row'),
  acceptAll: required('text', 'whether the domain accepts every recipient: `yes`, `no` or `unknown`'),
}

/** The rows of an event by their indexes. */
export const createMailboxRows =
  (pseudonymOf: PseudonymOf) =>
  ({ stream, recordedAt, data }: Recorded<BatchMailboxesAsked>): ((row: number, rowPosition: string) => MailboxRow) => {
    const batch = idOf(stream)
    const common = {
      answeredHour: iso(Math.floor(Date.parse(recordedAt) / HOUR_MS) * HOUR_MS),
      accountHash: pseudonymOf('account', data.account),
      batchHash: pseudonymOf('batch', batch),
    }
    return (row, rowPosition) => {
      const { result, cause, code, enhancedCode, acceptAll, retryAt } = data.answers[data.answer[row]!]!
      return {
        rowPosition,
        ...common,
        rowHash: pseudonymOf('row', `${batch}\n${data.rows[row]!}`),
        mailboxResult: result,
        mailboxCause: cause ?? null,
        mailboxCode: code ?? null,
        mailboxEnhancedCode: enhancedCode ?? null,
        isMailboxFinal: retryAt === undefined,
        acceptAll: acceptAll ?? 'unknown',
      }
    }
  }
