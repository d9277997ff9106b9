// The result files of batches that did not complete.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ResultKind } from '../../src/features/batches/run/outcome.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'
import { collect } from '../../testbed/given/events.js'

let flow: BatchFlow
beforeEach(async () => {
  flow = await openBatchFlow()
})
afterEach(() => flow.close())

const ROWS = 3_000
const never = new AbortController().signal

async function* bytes(text: string) {
  yield Buffer.from(text)
}

const addressOf = (row: number): string => (row % 2 === 0 ? `v${row}@example.net` : `u${row}@example.net`)

/** Uploads a list; the batch runs until the first chunk is recorded. */
async function startedBatch() {
  const stop = new AbortController()
  const after = (events: readonly { readonly type: string }[]) => {
    if (events.some(({ type }) => type === 'BatchChunkVerified')) stop.abort()
  }
  const batches = flow.openProcess({ after })
  const who = actor()
  const rows = Array.from({ length: ROWS }, (_, row) => `${row};${addressOf(row)}\r\n\r\n`)
  const file = await batches.spool(caller(), bytes(`Nr;E-Mail\r\n${rows.join('')}`), 1_000_000, who)
  const { batchId } = await batches.uploadBulk(caller(), { file }, who)
  expect(await batches.runBatch(batchId, { signal: stop.signal })).toEqual({ again: expect.any(Number) })
  return { batches: flow.openProcess(), batchId }
}

type StartedBatch = Awaited<ReturnType<typeof startedBatch>>

async function linesOf({ batches, batchId }: StartedBatch, only?: ResultKind): Promise<string[]> {
  const { content } = await batches.downloadBatch(batchId, { caller: caller() }, { only })
  return Buffer.concat(await collect(content))
    .toString()
    .split('\r\n')
}

async function lose({ batches, batchId }: StartedBatch): Promise<void> {
  const [submitted] = await flow.eventsOf(batchId)
  if (submitted?.type !== 'BatchSubmitted') throw new Error('it was not submitted')
  await flow.blobs.delete(submitted.data.rows)
  expect(await batches.runBatch(batchId, { signal: never })).toBeUndefined()
}

async function cancel({ batches, batchId }: StartedBatch): Promise<void> {
  await batches.cancelBatch(caller(), batchId, actor())
}

describe.each([
  ['cancelled', cancel],
  ['failed', lose],
] as const)('an upload that is %s', (status, end) => {
  test('has its whole file, with the verdicts of the processed rows', async () => {
    const batch = await startedBatch()
    await end(batch)
    const view = await batch.batches.getBatch(caller(), batch.batchId)
    const { processed } = view
    expect(processed).toBeGreaterThan(0)
    expect(processed).toBeLessThan(ROWS)
    expect(view).toMatchObject({
      status,
      valid: processed / 2,
      invalid: 0,
      unknown: processed / 2,
      charged: processed / 2,
    })
    expect(view.downloadPath).toContain('/download?')

    const [header, ...lines] = await linesOf(batch)
    expect(header).toMatch(/^Nr;E-Mail;mp_status;/)
    expect(lines).toHaveLength(2 * ROWS + 1)
    for (const [at, line] of lines.entries()) {
      const row = at / 2
      if (at % 2 === 1 || at === lines.length - 1) expect(line).toBe('')
      else if (row >= processed) expect(line).toBe(`${row};${addressOf(row)};;;;;;;`)
      else expect(line).toMatch(`${row};${addressOf(row)};${row % 2 === 0 ? 'valid' : 'unknown'};true;`)
    }
  })

  test('has filtered downloads and results of the processed rows only', async () => {
    const batch = await startedBatch()
    await end(batch)
    const { processed } = await batch.batches.getBatch(caller(), batch.batchId)
    expect(await linesOf(batch, 'unknown')).toHaveLength(processed / 2 + 2)
    const { chunks } = await batch.batches.getBatchResults(caller(), batch.batchId)
    expect((await collect(chunks())).flat()).toHaveLength(processed)
  })
})

test('an upload that failed before any row was processed has only the reason', async () => {
  const batches = flow.openProcess()
  const who = actor()
  const file = await batches.spool(caller(), bytes('email\nv1@example.net\n'), 1_000, who)
  const { batchId } = await batches.uploadBulk(caller(), { file }, who)
  await lose({ batches, batchId })
  expect(await batches.getBatch(caller(), batchId)).toMatchObject({ status: 'failed', downloadPath: null })
  await expect(batches.downloadBatch(batchId, { caller: caller() })).rejects.toMatchObject({ code: 'BATCH_FAILED' })
})
