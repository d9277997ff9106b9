// GraphQL types of batches and their results.
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime } from '../graphql/dateTime.js'
import { enumOf } from '../graphql/enumOf.js'
import { Success } from '../graphql/success.js'
import { Decision } from '../verification/signalTypes.js'
import { VerificationStatus } from '../verification/types.js'

export const BatchStatus = enumOf(
  'BatchStatus',
  'Status of a batch. `COMPLETED`, `FAILED` and `CANCELLED` are final.',
  {
    pending: 'Processing has not started.',
    processing: 'Addresses are being verified.',
    completed: 'Every row has a verdict.',
    failed: 'Processing failed; see `failure`.',
    cancelled: 'Cancelled on request; rows processed before that have verdicts.',
  },
)

export const ResultKind = enumOf(
  'ResultKind',
  'What a mailing should do with an address. Every result is of one kind.',
  {
    deliverable: 'The status is VALID, and the address is not risky.',
    risky:
      'The status is VALID, but the address is disposable, a role address, probably mistyped, or of another kind that `verifyEmailSignals` would not allow.',
    invalid: 'The address cannot receive mail.',
    unknown: 'DNS gave no conclusive answer, so the address was accepted without verification.',
  },
)

/** Counts that a batch and the progress of an upload have in common. */
@ObjectType()
class BatchCounts {
  @Field(() => Int, { description: 'Number of addresses in the batch; for an upload, its rows.' })
  readonly total!: number

  @Field(() => Int, {
    description: 'Number of addresses processed so far, which is the sum of `valid`, `invalid` and `unknown`.',
  })
  readonly processed!: number

  @Field(() => Int, { description: 'Number of processed addresses with the status VALID.' })
  readonly valid!: number

  @Field(() => Int, { description: 'Number of processed addresses with the status INVALID.' })
  readonly invalid!: number

  @Field(() => Int, { description: 'Number of processed addresses with the status UNKNOWN, which are not charged.' })
  readonly unknown!: number

  @Field(() => Int, {
    description: 'Number of processed addresses of disposable services, regardless of their status.',
  })
  readonly disposable!: number

  @Field(() => Int, { description: 'Number of processed role addresses, regardless of their status.' })
  readonly role!: number

  @Field(() => Int, {
    description:
      'Number of processed addresses of kind DELIVERABLE. The sum of `deliverable`, `risky`, `invalid` and `unknown` is `processed`.',
  })
  readonly deliverable!: number

  @Field(() => Int, { description: 'Number of processed addresses of kind RISKY.' })
  readonly risky!: number

  @Field(() => Int, {
    description: 'Number of processed addresses with a suggested correction, regardless of their status.',
  })
  readonly mistyped!: number

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of people that the addresses belong to: addresses that differ only by a tag, or by what their provider ignores, belong to one. Null for batches of earlier releases, like the two fields below.',
  })
  readonly people?: number

  @Field(() => Int, { nullable: true, description: 'Number of people with several rows.' })
  readonly repeatedPeople?: number

  @Field(() => Int, { nullable: true, description: 'Number of rows that repeat a person of an earlier row.' })
  readonly duplicates?: number

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of distinct addresses, the most that can be charged; null for sandbox batches of release 0.1.0.',
  })
  readonly distinct?: number

  @Field(() => Int, { description: 'Number of distinct addresses charged so far.' })
  readonly charged!: number
}

@ObjectType({ description: 'Progress of an upload.' })
class BatchProgress extends BatchCounts {}

@ObjectType({ description: 'Position and name of a column with addresses.' })
class UploadedColumn {
  @Field(() => Int, { description: 'Position of the column, starting at 1.' })
  readonly number!: number

  @Field(() => String, {
    nullable: true,
    description: 'Column name, at most 40 characters; null if the file has no header.',
  })
  readonly name?: string
}

@ObjectType({ description: 'What was found in the column of addresses of an upload, as numbers of cells.' })
class UploadedCells {
  @Field(() => Int, { description: 'Cells with a name or brackets beside the address.' })
  readonly names!: number

  @Field(() => Int, { description: 'Cells with `mailto:` or another label before the address.' })
  readonly mailto!: number

  @Field(() => Int, { description: 'Cells with invisible characters.' })
  readonly invisible!: number

  @Field(() => Int, { description: 'Cells with quotes or a separator around the address.' })
  readonly quotes!: number

  @Field(() => Int, { description: 'Cells with several addresses, of which the first is verified.' })
  readonly several!: number

  @Field(() => Int, { description: 'Addresses in those cells that are not verified.' })
  readonly further!: number

  @Field(() => Int, {
    description: 'Rows with more or fewer cells than the header, which are neither verified nor charged.',
  })
  readonly rowLength!: number

  @Field(() => Int, { description: 'Number of cells in which nothing is visible.' })
  readonly empty!: number

  @Field(() => Int, { description: 'Cells with other text than an address.' })
  readonly otherText!: number
}

@ObjectType({ description: 'How an uploaded file was read. The download has the same form.' })
class UploadedFile {
  @Field(() => String, {
    nullable: true,
    description:
      'Name of the file as sent, without folders; null if none was sent, and for uploads of earlier releases.',
  })
  readonly name?: string

  @Field(() => String, {
    description:
      'Encoding as declared or detected: utf-8, utf-16le, utf-16be, windows-1250, windows-1251, windows-1252, iso-8859-2 or iso-8859-15.',
  })
  readonly encoding!: string

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the file begins with a byte order mark; null for uploads of release 0.1.0.',
  })
  readonly byteOrderMark?: boolean

  @Field(() => String, { description: 'Character that separates cells.' })
  readonly delimiter!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Line ending: crlf, lf, cr or mixed; null for files of a single unterminated line and for uploads of release 0.1.0.',
  })
  readonly lineEnding?: string

  @Field(() => Boolean, {
    description: 'Whether the first row, after `linesBeforeHeader`, contains column names.',
  })
  readonly header!: boolean

  @Field(() => Int, {
    nullable: true,
    description: 'Titles, dates and notes before the header, which are not rows; null if there are none.',
  })
  readonly linesBeforeHeader?: number

  @Field(() => UploadedColumn, { description: 'The column that is verified.' })
  readonly emailColumn!: UploadedColumn

  @Field(() => [UploadedColumn], { description: 'Further columns that contain addresses. They are not verified.' })
  readonly otherEmailColumns!: readonly UploadedColumn[]

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of blank lines and empty rows, which are not counted as rows; null for uploads of release 0.1.0.',
  })
  readonly emptyRows?: number

  @Field(() => [String], { description: 'Names of the columns that the download appends, in their order.' })
  readonly addedColumns!: readonly string[]

  @Field(() => UploadedCells, {
    nullable: true,
    description: 'What was found in the column of addresses; null for uploads of earlier releases.',
  })
  readonly cells?: UploadedCells

  @Field(() => [String], {
    nullable: true,
    description: 'What was done to read the file, in sentences; null for uploads of earlier releases.',
  })
  readonly remarks?: readonly string[]

  @Field(() => String, {
    nullable: true,
    description: 'Present if more than a tenth of the cells in the column of addresses hold none.',
  })
  readonly warning?: string

  @Field(() => String, {
    nullable: true,
    description: 'Human-readable hint; null unless there are `otherEmailColumns`.',
  })
  readonly notice?: string
}

@ObjectType({ description: 'A batch of addresses that is verified asynchronously.' })
export class Batch extends BatchCounts {
  @Field(() => ID, { description: 'Unique ID of the batch, used to follow or cancel it.' })
  readonly id!: string

  @Field(() => BatchStatus, { description: 'Whether the batch is waiting, in progress or finished.' })
  readonly status!: string

  @Field(() => DateTime, { description: 'When the batch was accepted.' })
  readonly createdAt!: string

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the batch completed, failed or was cancelled; null until then.',
  })
  readonly completedAt?: string

  @Field(() => String, {
    nullable: true,
    description: 'Human-readable reason of a failure; null unless the status is `FAILED`.',
  })
  readonly failure?: string

  @Field(() => ID, { nullable: true, description: 'Same as `id` for an upload; null for other batches.' })
  readonly jobId?: string

  @Field(() => BatchProgress, { nullable: true, description: 'The same counts for an upload; null for other batches.' })
  readonly progress?: BatchProgress

  @Field(() => String, {
    nullable: true,
    description:
      'URL of the uploaded file with verdict columns appended; works for 24 hours without a key. For completed uploads, and for cancelled and failed ones with processed rows.',
  })
  readonly downloadUrl?: string

  @Field(() => String, {
    nullable: true,
    description: 'Human-readable advice on what to do with the result; null unless this is a completed upload.',
  })
  readonly nextStep?: string

  @Field(() => UploadedFile, { nullable: true, description: 'How the uploaded file was read; null for other batches.' })
  readonly file?: UploadedFile
}

@ObjectType({ description: 'Confirmation that a batch was accepted.' })
export class BatchAccepted {
  @Field(() => ID, { description: 'Unique ID of the batch, used to follow or cancel it.' })
  readonly batchId!: string

  @Field(() => BatchStatus, { description: 'Status of the batch: `PENDING` or `PROCESSING`.' })
  readonly status!: string

  @Field(() => Int, { description: 'Addresses in the batch.' })
  readonly total!: number
}

@ObjectType('BatchCancelled', { description: 'Confirmation that a batch was cancelled or deleted.' })
export class BatchCancellation extends Success {
  @Field(() => String, { description: 'A human-readable confirmation.' })
  readonly message!: string

  @Field(() => Batch, { description: 'The batch after the cancellation, or before it was deleted.' })
  readonly batch!: Batch
}

/** `batchId` is no GraphQL field: the resolver of `email` needs it. */
@ObjectType({ description: 'The verdict on one row of a batch.' })
export class BatchResult {
  @Field(() => Int, { description: 'Zero-based index of the address in the input.' })
  readonly index!: number

  @Field(() => Boolean, { description: 'Whether the address is accepted, which includes status UNKNOWN.' })
  readonly valid!: boolean

  @Field(() => VerificationStatus, { description: 'Verification status. UNKNOWN if DNS gave no conclusive answer.' })
  readonly status!: string

  @Field(() => Boolean, { description: 'Whether the domain belongs to a disposable address service.' })
  readonly disposable!: boolean

  @Field(() => Boolean, { description: 'Whether this is an address of a function, such as `sales@`.' })
  readonly role!: boolean

  @Field(() => String, {
    nullable: true,
    description:
      'Why the address is invalid, with the same values as `reason` of VerificationResult, or `row_length` for a row with more or fewer cells than the header; null unless invalid.',
  })
  readonly error?: string | null | undefined

  @Field(() => Decision, { nullable: true, description: "What the account's own rules decided; null without rules." })
  readonly action!: string | null

  @Field(() => String, { nullable: true, description: 'Name or number of the rule that decided; null if none did.' })
  readonly rule!: string | null

  readonly batchId!: string
}
