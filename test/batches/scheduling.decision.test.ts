// Batches are scheduled soon, although the store failed when they were submitted.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { batchIdOf } from '../../src/features/batches/ids.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { eventually } from '../../testbed/eventually.js'
import { actor, type BatchFlow, caller, openBatchFlow } from '../../testbed/features/batchFlow.js'

type Batches = ReturnType<BatchFlow['openProcess']>

let flow: BatchFlow
beforeEach(async () => {
  flow = await openBatchFlow()
})
afterEach(() => flow.close())

/** A store that does not respond to the next requests. */
function outage() {
  let isDown = false
  return {
    begin() {
      isDown = true
    },
    end() {
      isDown = false
    },
    check() {
      if (isDown) throw new StoreUnavailable('the store does not respond')
    },
  }
}

const submit = (batches: Batches, who = actor()) =>
  batches.submitBatch(caller(), { emails: ['v1@example.net'], format: 'compact', share: false, debug: false }, who)

const run = (batches: Batches, id: string) => batches.runBatch(id, { signal: new AbortController().signal })

const untilEnqueued = (id: string) =>
  eventually(
    () => flow.enqueued,
    (enqueued) => enqueued.includes(id),
  )

describe('without a sweep, a batch is scheduled', () => {
  test.each(['following', 'enqueuing'] as const)(
    'once the store responds that failed its submission (%s)',
    async (step) => {
      const { begin, end, check } = outage()
      const batches = flow.openProcess({ [step]: check })
      const who = actor()
      begin()
      await expect(submit(batches, who)).rejects.toBeInstanceOf(StoreUnavailable)
      await sleep(300)
      expect(flow.enqueued).toEqual([])
      end()
      await untilEnqueued(batchIdOf(who))
    },
  )

  test('although the response to the append of its submission was lost', async () => {
    const { begin, check } = outage()
    const batches = flow.openProcess({ after: check })
    const who = actor()
    begin()
    await expect(submit(batches, who)).rejects.toBeInstanceOf(StoreUnavailable)
    await untilEnqueued(batchIdOf(who))
  })

  test('although the append of its submission failed, and was executed a second later', async () => {
    let scheduled = 0
    const batches = flow.openProcess({
      before() {
        throw new StoreUnavailable('the store does not respond')
      },
      enqueuing: () => scheduled++,
    })
    const who = actor()
    await expect(submit(batches, who)).rejects.toBeInstanceOf(StoreUnavailable)
    await sleep(1_000)
    await submit(flow.openProcess(), who)
    await eventually(
      () => scheduled,
      (times) => times > 0,
    )
  })

  test('although queries saw it only after its submission was answered', async () => {
    let waits = 0
    const batches = flow.openProcess({ following: () => waits++ > 2 })
    const { batchId } = await submit(batches)
    flow.enqueued.length = 0
    await untilEnqueued(batchId)
    expect(waits).toBe(4)
  })

  test('when one before it has ended, even if the store did not respond at that moment', async () => {
    const { begin, end, check } = outage()
    const batches = flow.openProcess({ enqueuing: check })
    const ids: string[] = []
    for (; ids.length < 3; flow.clock.time += 1_000) ids.push((await submit(batches)).batchId)
    const [first, second, third] = ids
    expect(new Set(flow.enqueued)).toEqual(new Set([first, second]))
    begin()
    await expect(run(batches, first!)).rejects.toBeInstanceOf(StoreUnavailable)
    end()
    // The retry of the job finds that the batch has ended.
    await run(batches, first!)
    expect(flow.enqueued).not.toContain(third)
    await untilEnqueued(third!)
  })
})
