import { expect, test } from '@jest/globals'
import type {
  AgentBatchResponse,
  BatchAccepted,
  InputOf,
  Mailproof,
  OutputOf,
  PoolHistoryRow,
  ServiceErrorCode,
} from '../../src/client/index.js'
import type { FailureCode } from '../../src/kernel/failure.js'

/** Checked by the compiler: each expected error fails the build if it does not occur. */
test('the client is typed by the contract', () => {
  const known: readonly FailureCode[] = [] as readonly ServiceErrorCode[]
  const complete: readonly ServiceErrorCode[] = [] as readonly FailureCode[]

  const verify: InputOf<'verifyEmail'> = { email: 'a@b.co' }
  // @ts-expect-error an unknown member
  const unknownMember: InputOf<'verifyEmail'> = { email: 'a@b.co', emial: '' }
  // @ts-expect-error the path needs the id
  const noId: InputOf<'getBatch'> = {}
  const page: InputOf<'listDeliveries'> = { webhookId: 'w', limit: 3 }
  const update: InputOf<'updateWebhook'> = { webhookId: 'w', status: 'disabled' }
  const upload: InputOf<'uploadBulk'> = { file: 'email\n', has_header: true }

  const row: OutputOf<'getPoolHistory'> extends AsyncGenerator<infer Row> ? Row : never = {} as PoolHistoryRow
  const file: OutputOf<'downloadBatch'> = new ReadableStream<Uint8Array>()
  const text: OutputOf<'getReason'> = ''

  const calls = (client: Mailproof) => {
    const accepted: Promise<BatchAccepted> = client.verifyBulkAgent({ emails: [], async: true })
    const results: Promise<AgentBatchResponse> = client.verifyBulkAgent({ emails: [] })
    // @ts-expect-error an input is required
    const noInput = client.verifyEmail()
    const counts: Promise<OutputOf<'getVerdicts'>>[] = [client.getVerdicts(), client.getVerdicts({ format: 'json' })]
    const rows: Promise<ReadableStream<Uint8Array>> = client.getVerdicts({ format: 'csv' })
    const either = (format: 'csv' | 'json') => {
      // @ts-expect-error it may be a file
      const one: Promise<OutputOf<'getVerdicts'>> = client.getVerdicts({ format })
      const both: Promise<OutputOf<'getVerdicts'> | ReadableStream<Uint8Array>> = client.getVerdicts({ format })
      return [one, both]
    }
    return [
      accepted,
      results,
      noInput,
      ...counts,
      rows,
      either,
      client.getUsage(),
      client.generateKey({ sandbox: true }),
    ]
  }

  const all = [known, complete, verify, unknownMember, noId, page, update, upload, row, file, text, calls]
  expect(all.every((value) => value !== undefined)).toBe(true)
})
