// Outcomes that cannot be recorded: what their reporters are told, and what their day is charged.
import { expect, test } from '@jest/globals'
import { createRecordParsed } from '../../src/features/outcomes/internal/recordParsed.js'
import { createKeyedMutex } from '../../src/kernel/concurrency/keyedMutex.js'
import { ConcurrencyConflict } from '../../src/kernel/ports/eventStore.js'
import { ada } from '../../testbed/given/accountEvents.js'

const actor = { id: ada, correlationId: 'c', commandId: 'c' }
const caller = { account: ada, key: '00000000-0000-7000-8000-000000000001', sandbox: false } as never
const outcome = { kind: 'delivered', at: 1, dated: true, subject: 42, found: [] }

/** @param caughtUp whether the read models are, each time that they are waited for */
function given({ caughtUp }: { readonly caughtUp: readonly boolean[] }) {
  const waits = [...caughtUp]
  const did = { charged: 0, appends: 0 }
  const eventing = {
    async *readStream() {},
    read: () => ({ getMany: async () => [undefined] }),
    waitForHead: async () => waits.shift() ?? true,
    async append(stream: string) {
      did.appends++
      throw new ConcurrencyConflict(stream, 'no_stream', 0n)
    },
  }
  const allowance = {
    async take(_: unknown, outcomes: number) {
      did.charged += outcomes
    },
  }
  const parts = { eventing, allowance, match: async () => [outcome], reporters: {}, mutex: createKeyedMutex() }
  const record = createRecordParsed(parts as never)
  return { did, record: () => record(caller, [{} as never], actor) }
}

test.each([[[false]], [[true, false]]])('read models that are behind (%j) charge nothing', async (caughtUp) => {
  const { did, record } = given({ caughtUp })
  await expect(record()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(did).toEqual({ charged: 0, appends: 0 })
})

test('other processes that record outcomes again and again are told as an unavailable service, and charge once', async () => {
  const { did, record } = given({ caughtUp: [] })
  await expect(record()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect(did).toEqual({ charged: 1, appends: 20 })
})
