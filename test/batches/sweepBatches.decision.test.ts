// The sweep that restarts lost batches and deletes old inputs.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fileBlob } from '../../src/features/batches/ids.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { batchId } from '../../testbed/given/batchEvents.js'
import { collect } from '../../testbed/given/events.js'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let flow: BatchFlow
let batches: ReturnType<BatchFlow['openProcess']>
beforeEach(async () => {
  flow = await openBatchFlow()
  batches = flow.openProcess()
})
afterEach(() => flow.close())

async function submit(name: string, account = ada): Promise<string> {
  const input = { emails: [`v${name}@example.net`], format: 'compact', share: false, debug: false } as const
  const { batchId } = await batches.submitBatch(caller({ account }), input, actor(account))
  flow.clock.time += 1_000
  return batchId
}

const run = (id: string) => batches.runBatch(id, { signal: new AbortController().signal })

/** The batches that a sweep scheduled. */
async function woken(): Promise<string[]> {
  flow.enqueued.length = 0
  await batches.sweepBatches()
  return [...flow.enqueued].sort()
}

const blobNames = async () => (await collect(flow.blobs.all())).map(({ name }) => name).sort()

async function writeBlob(name: string): Promise<string> {
  async function* content() {
    yield Buffer.from('"a@example.net"\n')
  }
  await flow.blobs.write(name, ada, content())
  return name
}

describe('a sweep', () => {
  test('schedules a batch that has made no progress since the last sweep', async () => {
    await woken()
    const [first, second] = [await submit('a'), await submit('b', bob)]
    expect(await woken()).toEqual([])
    expect(await woken()).toEqual([first, second].sort())
    expect(await woken()).toEqual([first, second].sort())
  })

  test('schedules a batch that was open before the first sweep, because its process may have died', async () => {
    const id = await submit('a')
    expect(await woken()).toEqual([id])
  })

  test('ignores batches that have ended and batches that are new', async () => {
    const [done, cancelled] = [await submit('a'), await submit('b')]
    await woken()
    await run(done)
    await batches.cancelBatch(caller(), cancelled, actor())
    await submit('c')
    expect(await woken()).toEqual([])
  })

  test('schedules the oldest two of an account, however many wait', async () => {
    const ids = [await submit('a'), await submit('b'), await submit('c')]
    await woken()
    expect(await woken()).toEqual(ids.slice(0, 2).sort())
  })
})

describe('the inputs of batches', () => {
  test('are kept for thirty days, and until the batch has ended', async () => {
    const open = await submit('a')
    const inProgress = await blobNames()
    await run(await submit('b'))
    const names = await blobNames()
    expect(names).toHaveLength(2)
    for (const days of [2, 27]) {
      flow.clock.time += days * DAY
      await batches.sweepBatches()
      expect(await blobNames()).toEqual(names)
    }
    flow.clock.time += DAY + HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toEqual(inProgress)
    await run(open)
    expect(await flow.documentOf(open)).toMatchObject({ status: 'completed' })
    flow.clock.time += HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([])
  })

  test('are kept while mail servers are asked about the rows', async () => {
    const input = {
      emails: ['va@example.net'],
      format: 'compact',
      share: false,
      debug: false,
      mailboxMinutes: 60,
    } as const
    const { batchId: id } = await batches.submitBatch(caller(), input, actor())
    await run(id)
    flow.clock.time += 31 * DAY
    await batches.sweepBatches()
    expect(await blobNames()).toHaveLength(1)
    await batches.askMailboxes(id, { signal: new AbortController().signal })
    await flow.documentOf(id)
    flow.clock.time += HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([])
  })

  test('of a sandbox batch are deleted after a day, once it has ended', async () => {
    const sandbox = (email: string) =>
      batches.submitBatch(
        caller({ sandbox: true }),
        { emails: [email], format: 'compact', share: false, debug: false },
        actor(),
      )
    const live = await submit('a')
    await run(live)
    const kept = await blobNames()
    const [{ batchId: open }, { batchId: done }] = [await sandbox('b'), await sandbox('c')]
    await run(done)
    flow.clock.time += DAY - HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toHaveLength(3)
    flow.clock.time += 2 * HOUR
    await batches.sweepBatches()
    const left = await blobNames()
    expect(left).toHaveLength(2)
    expect(left).toEqual(expect.arrayContaining(kept))
    await run(open)
    expect(await flow.documentOf(open)).toMatchObject({ status: 'completed' })
  })

  test('that never became a batch are deleted after a day', async () => {
    const id = await submit('a')
    const kept = await blobNames()
    const orphans = [
      await writeBlob(fileBlob(batchId('never'))),
      await writeBlob(fileBlob(id)),
      await writeBlob('strange'),
    ]
    await batches.sweepBatches()
    flow.clock.time += DAY - HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([...kept, ...orphans].sort())
    flow.clock.time += 2 * HOUR
    await batches.sweepBatches()
    expect(await blobNames()).toEqual(kept)
  })

  test('are scanned at most once an hour', async () => {
    await batches.sweepBatches()
    const orphan = await writeBlob(fileBlob(batchId('never')))
    flow.clock.time += DAY + 1
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([])
    flow.clock.time -= 2 * DAY
    await writeBlob(orphan)
    flow.clock.time += 2 * DAY + HOUR - 1
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([orphan])
    flow.clock.time += 1
    await batches.sweepBatches()
    expect(await blobNames()).toEqual([])
  })
})
