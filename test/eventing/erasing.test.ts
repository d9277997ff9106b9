// Deciders of erasures: of an account, of its batches, and of an address that a pool forgets.
import { describe, expect, test } from '@jest/globals'
import {
  changePlan,
  eraseAccount,
  generateKey,
  registerAccount,
  revokeKey,
} from '../../src/features/accounts/decide.js'
import type { AccountErased } from '../../src/features/accounts/events.js'
import { account } from '../../src/features/accounts/state.js'
import { createForgetBatches } from '../../src/features/batches/commands/forgetBatches.js'
import { endErasedBatch } from '../../src/features/batches/decide.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { batch } from '../../src/features/batches/state.js'
import { contribute, forgetAddress } from '../../src/features/pool/decide.js'
import type { AddressEvent, AddressForgotten } from '../../src/features/pool/events.js'
import { addressFor, contributionIdsOf } from '../../src/features/pool/state.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { ada, bob, generated, keyId, newKey, planChanged, registered } from '../../testbed/given/accountEvents.js'
import { batchId, submitted } from '../../testbed/given/batchEvents.js'
import { createGiven } from '../../testbed/given/given.js'
import { causeId, contributed, contribution, sharedResult } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { memoryBlobs } from '../../testbed/stores/memoryBlobs.js'

const erased: AccountErased = { type: 'AccountErased', data: { account: ada } }

describe('erasing an account', () => {
  const given = createGiven(account(ada))

  test('records the erasure, whatever the account has', () => {
    given([registered()]).when(eraseAccount).then([erased])
    given([registered(), generated('first'), planChanged('growth')])
      .when(eraseAccount)
      .then([erased])
  })

  test('twice changes nothing', () => given([registered(), erased]).when(eraseAccount).then([]))

  test('that does not exist fails', () => given([]).when(eraseAccount).fails('NOT_FOUND'))

  test('rejects later changes and a new registration', () => {
    const past = given([registered(), generated('first'), erased])
    const now = '2026-11-22T00:00:00.000Z'
    past.when((state) => changePlan(state, 'growth')).fails('NOT_FOUND')
    past.when((state) => generateKey(state, { key: newKey('second'), now })).fails('NOT_FOUND')
    past.when((state) => revokeKey(state, { key: keyId('first'), now })).fails('NOT_FOUND')
    const again = { account: ada, email: 'c2VhbGVk', name: null, key: newKey('second') }
    past.when((state) => registerAccount(state, again)).then([])
  })
})

describe('a batch of an erased account', () => {
  const of = batchId('one')
  const given = createGiven(batch(of))
  const began = submitted({ account: ada, total: 5, reserved: 4 })

  test('is cancelled where it is, and nothing more is charged', () => {
    const { month, sandbox } = began.data
    const totals = { processed: 0, valid: 0, unknown: 0, charged: 0 }
    given([began])
      .when((state) => endErasedBatch(state, ada))
      .then([{ type: 'BatchCancelled', data: { account: ada, month, sandbox, totals, released: 4 } }])
  })

  test('that has ended, never started, or belongs to another account is unchanged', () => {
    const ended = { account: ada, month: '2026-11', sandbox: false, released: 0 }
    const totals = { processed: 5, valid: 5, unknown: 0, charged: 4 }
    const past: BatchEvent[] = [began, { type: 'BatchCompleted', data: { ...ended, totals } }]
    given(past)
      .when((state) => endErasedBatch(state, ada))
      .then([])
    given([])
      .when((state) => endErasedBatch(state, ada))
      .then([])
    given([began])
      .when((state) => endErasedBatch(state, bob))
      .then([])
  })

  test('is found by its blobs, which are deleted; those of other accounts stay', async () => {
    const { blobs, contents } = memoryBlobs()
    const nothing = (async function* () {})()
    for (const [name, owner] of [
      [`${of}.1.rows`, ada],
      [`${of}.2.file`, ada],
      [`${batchId('two')}.3.rows`, bob],
    ] as const)
      await blobs.write(name, owner, nothing)
    const handled: string[] = []
    const handle = async ({ stream }: { stream: string }) => handled.push(stream)
    const forget = createForgetBatches({ eventing: { handle } as never, blobs })
    expect([...(await forget(new Set([ada])))]).toEqual([of])
    expect(new Set(handled)).toEqual(new Set([`batch-${of}`]))
    expect([...contents.keys()]).toEqual([`${batchId('two')}.3.rows`])
  })
})

describe('forgetting an address', () => {
  const { address } = sharedResult()
  const of = { pool: 'public', address }
  const { stream, initial, evolve } = contributionIdsOf(of)
  const votes = [contributed(), contributed({ account: bob, unique: false, credits: 1 })]

  /** The decision after a history, and the history itself. */
  function decidedAfter(...past: readonly (readonly AddressEvent[])[]) {
    const log = createRecordedLog()
    for (const events of past) log.append(stream, ...events)
    const events = log.events as readonly Recorded<AddressEvent>[]
    return { events, decided: forgetAddress(events.reduce(evolve, initial), of) }
  }
  const namesIn = (events: readonly Recorded<AddressEvent>[]) =>
    events.flatMap(({ type, data, id }) => (type === 'ValidationContributed' ? [`${data.account}.${id}`] : []))

  test('names all of its contributions, in order', () => {
    const { events, decided } = decidedAfter([votes[0]!], [votes[1]!])
    expect(decided).toEqual([{ type: 'AddressForgotten', data: { ...of, contributions: namesIn(events) } }])
  })

  test('without contributions, or already forgotten, changes nothing', () => {
    expect(decidedAfter().decided).toEqual([])
    const { decided } = decidedAfter([votes[0]!])
    expect(decidedAfter([votes[0]!], decided).decided).toEqual([])
  })

  test('again after a new contribution names only that one', () => {
    const { decided } = decidedAfter([votes[0]!])
    const again = decidedAfter([votes[0]!], decided, [votes[1]!])
    expect(again.decided.map(({ data }) => data.contributions)).toEqual([namesIn(again.events).slice(1)])
  })

  test('with many contributions takes several events, each small enough for the log', () => {
    const many = Array.from({ length: 4_100 }, () => contributed())
    const past: (readonly AddressEvent[])[] = [many]
    const sizes: number[] = []
    for (let decided: AddressForgotten[] = decidedAfter(...past).decided; decided.length > 0; ) {
      sizes.push(decided[0]!.data.contributions.length)
      expect(JSON.stringify(decided).length).toBeLessThan(256 * 1024)
      past.push(decided)
      decided = decidedAfter(...past).decided
    }
    expect(sizes).toEqual([2_000, 2_000, 100])
  })

  test('makes the next contributor its first one; the same cause still contributes once', () => {
    const forgotten: AddressForgotten = { type: 'AddressForgotten', data: { ...of, contributions: [] } }
    const cause = causeId('again')
    const seenAs = (cause: string) => createRecordedLogState(cause, [contributed(), forgotten])
    expect(contribute(seenAs(cause), contribution({ cause }))).toEqual([contributed({ cause })])
    expect(contribute(seenAs(causeId('first')), contribution())).toEqual([])
  })

  function createRecordedLogState(cause: string, past: readonly AddressEvent[]) {
    const seen = addressFor({ ...of, account: ada, cause })
    const log = createRecordedLog()
    for (const event of past) log.append(seen.stream, event)
    return (log.events as readonly Recorded<AddressEvent>[]).reduce(seen.evolve, seen.initial)
  }
})
