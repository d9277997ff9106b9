// Streams an account's verifications of a period, a page of events at a time.
import type { Clock } from '../../../kernel/clock.js'
import type { Recorded } from '../../../kernel/envelope.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { sha256 } from '../../../kernel/ids.js'
import type { Caller } from '../../accounts/index.js'
import type { FairQueries } from '../internal/fairQueries.js'
import { type OwnVerification, ownVerification } from '../internal/ownVerification.js'
import { rangeOf } from '../internal/range.js'
import type { EventPlace, ReadVerified, Source } from '../internal/verifiedEvents.js'
import { rowCount, rowsIn, type Verified } from '../internal/verifiedRows.js'

export interface VerificationsInput {
  /** ISO 8601 instants, or UTC dates; `to` is exclusive, and a date stands for its whole day. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The position of a row: only rows after it. */
  readonly cursor?: string | undefined
}

/**
 * The caller's verifications in a period: first single ones and rows of synchronous batches in the order of time, then the
 * rows of jobs, job by job in the order of their submission. Repeated, it yields the same rows. Empty for a sandbox key.
 * Validates its input at once; a page of events at a time is read with a permit of the account.
 * @throws Failure VALIDATION_ERROR
 */
export type StreamVerifications = (
  caller: Pick<Caller, 'account' | 'sandbox'>,
  input: VerificationsInput,
  signal?: AbortSignal,
) => AsyncIterable<readonly OwnVerification[]>

interface StreamVerificationsDependencies {
  readonly clock: Clock
  readonly fairly: FairQueries
  readonly readVerified: ReadVerified
}

interface Place extends EventPlace {
  readonly row: number
}

export const createStreamVerifications =
  ({ clock, fairly, readVerified }: StreamVerificationsDependencies): StreamVerifications =>
  ({ account, sandbox }, { from, to, cursor }, signal) => {
    const range = rangeOf({ from, to }, clock.now())
    const list = sha256(JSON.stringify([account, sandbox, from ?? null, to ?? null])).slice(0, CHECK_LENGTH)
    const place = cursor === undefined ? undefined : placeOf(list, cursor)

    async function* verifications(): AsyncGenerator<readonly OwnVerification[], void> {
      if (sandbox) return
      const options = {
        start: place,
        within: <T>(read: () => Promise<T>) => fairly(account, signal, read),
        signal,
      }
      for await (const { source, events } of readVerified(account, range, options)) {
        const rows = events.flatMap((event) => rowsOf(source, event))
        if (rows.length > 0) yield rows
      }
    }

    function rowsOf(source: Source, event: Recorded<Verified>): OwnVerification[] {
      const { revision } = event
      const rowAt = rowsIn(event)
      const isPlace = place?.kind === source.kind && place.name === source.name && place.revision === revision
      const found: OwnVerification[] = []
      for (let row = isPlace ? place.row + 1 : 0; row < rowCount(event); row++)
        found.push(ownVerification(event, row, rowAt(row), cursorOf(list, { ...source, revision, row })))
      return found
    }

    return verifications()
  }

const CHECK_LENGTH = 12
const LETTERS = { usage: 'u', batch: 'b' } as const

/** Numbers of the account's own streams: they tell nothing of others' traffic. */
const cursorOf = (list: string, { kind, name, createdAt, revision, row }: Place): string =>
  Buffer.from(`${list}.${LETTERS[kind]}.${name}.${createdAt}.${revision}.${row}`).toString('base64url')

const CURSOR =
  /^([0-9a-f]{12})\.(?:u\.(\d{4}-(?:0[1-9]|1[0-2]))|b\.([0-9a-f-]{36}))\.(\d{1,15})\.(\d{1,18})\.(\d{1,7})$/

/** @throws Failure VALIDATION_ERROR */
function placeOf(list: string, cursor: string): Place {
  const parts = CURSOR.exec(Buffer.from(cursor, 'base64url').toString())
  if (!parts || parts[1] !== list)
    rejectParameter('cursor', 'is not the position of a row of this account with this `from` and `to`')
  const [, , month, job, createdAt, revision, row] = parts
  return {
    kind: job === undefined ? 'usage' : 'batch',
    name: job ?? month!,
    createdAt: Number(createdAt),
    revision: BigInt(revision!),
    row: Number(row),
  }
}
