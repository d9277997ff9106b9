// Reading no more of an address's history than a contribution needs.
import { expect, test } from '@jest/globals'
import type { PoolEvent } from '../../src/features/pool/events.js'
import { createLoadVoterState } from '../../src/features/pool/loadVoterState.js'
import { addressFor, UNKNOWN_ADDRESS } from '../../src/features/pool/state.js'
import { iso } from '../../src/kernel/clock.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { ReadStreamOptions } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { accountNamed, HOUR } from '../../testbed/features/poolFlow.js'
import { addressNamed, causeId, contributed } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const address = addressNamed('someone')
const stream = `address-public.${address}`

/** A log that counts the events read. */
function createWorld() {
  const log = createRecordedLog()
  let read = 0
  const recall = createLoadVoterState({
    eventing: {
      async *readStream(name: string, { backwards, from, limit = Infinity }: ReadStreamOptions = {}) {
        expect({ name, backwards }).toEqual({ name: stream, backwards: true })
        const last = from === undefined ? log.events.length - 1 : Number(from)
        for (let at = last; at >= 0 && at > last - limit; at--) {
          read++
          yield log.events[at]!
        }
      },
    },
  })
  const voted = new Set<string>()
  const established = new Set<string>()
  const viewpoint = (account: string, cause = 'new') => ({
    pool: 'public',
    address,
    account: accountNamed(account),
    cause: causeId(cause),
  })
  return {
    log,
    /** @param old whether an earlier release wrote the event, which did not write `joins` */
    vote(account: string, cause: string, young = false, old = false) {
      const first = !voted.has(account)
      const joins = !first && !young && !old && !established.has(account)
      voted.add(account)
      if (!young && (first || joins)) established.add(account)
      const publishes = !young && (first || joins) && established.size === 3
      const vote = { account: accountNamed(account), cause: causeId(cause), young, first }
      return log.append(
        stream,
        contributed({ address, ...vote, ...(joins && { joins }), ...(publishes && { publishes }) }),
      )
    },
    recall: (account: string, cause?: string, since = iso(log.now())) => recall(viewpoint(account, cause), since),
    /** The state folded from the whole log. */
    fold(account: string, cause?: string) {
      const { initial, evolve } = addressFor(viewpoint(account, cause))
      return (log.events as readonly Recorded<PoolEvent>[]).reduce(evolve, initial)
    },
    /** Events read since the last call. */
    readSince() {
      const since = read
      read = 0
      return since
    },
  }
}

test('an address without votes has an empty state', async () => {
  const { recall } = createWorld()
  expect(await recall('ada')).toEqual({
    state: UNKNOWN_ADDRESS,
    revision: undefined,
  })
})

test('an account that joined recently is found without reading the older part of the stream', async () => {
  const { vote, recall, fold, readSince } = createWorld()
  for (let n = 0; n < 5_000; n++) vote(`a${n}`, `${n}`)
  expect((await recall('a4999')).state).toEqual(fold('a4999'))
  expect((await recall('a4953')).state).toEqual(fold('a4953'))
  expect(readSince()).toBeLessThan(200)
})

test('an address with thousands of voters has its past read once, and then only new events', async () => {
  const { log, vote, recall, fold, readSince } = createWorld()
  for (let n = 0; n < 5_000; n++) vote(`a${n}`, `${n}`)
  expect((await recall('new')).state).toEqual(fold('new'))
  expect(readSince()).toBe(5_000)
  for (let n = 0; n < 20; n++) {
    vote(`b${n}`, `b${n}`)
    expect((await recall(`c${n}`)).state).toEqual(fold(`c${n}`))
  }
  expect((await recall('b3')).state).toEqual(fold('b3'))
  expect((await recall('a7')).state).toEqual(fold('a7'))
  expect((await recall('a7')).revision).toBe(log.events.at(-1)!.revision)
  expect(readSince()).toBeLessThan(400)
})

test('an address that was forgotten after thousands had voted is one without votes, and can be voted on again', async () => {
  const { log, vote, recall, fold } = createWorld()
  for (let n = 0; n < 500; n++) vote(`a${n}`, `${n}`)
  await recall('new')
  const [forgotten] = log.append(stream, {
    type: 'AddressForgotten',
    data: { pool: 'public', address, contributions: [] },
  })
  expect((await recall('new', 'new', forgotten!.recordedAt)).state).toEqual(fold('new'))
  vote('new', 'again')
  for (const account of ['new', 'a7']) expect((await recall(account)).state).toEqual(fold(account))
})

test('a contribution of the same cause is found as far back as it can be', async () => {
  const { log, vote, recall, fold } = createWorld()
  vote('ada', 'one')
  const since = iso(log.now() - HOUR)
  for (let n = 0; n < 300; n++) vote(n % 3 ? `a${n}` : 'ada', `${n}`)
  const { state } = await recall('ada', 'one', since)
  expect(state.done).toEqual({ credits: 2, unique: true })
  expect(state.done).toEqual(fold('ada', 'one').done)
})

test('the state equals that of a full read, for any history and any interleaving of reads', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          who: fc.nat({ max: 6 }),
          wait: fc.nat({ max: 40 }),
          young: fc.boolean(),
          old: fc.boolean(),
          asks: fc.boolean(),
        }),
        {
          maxLength: 250,
          size: 'max',
        },
      ),
      async (steps) => {
        const { log, vote, recall, fold } = createWorld()
        const causes: { readonly cause: string; readonly who: string; readonly since: string }[] = []
        for (const [index, { who, wait, young, old, asks }] of steps.entries()) {
          log.wait(wait * HOUR)
          const account = index % 60 === 0 ? `rare ${index}` : `a${who}`
          causes.push({ cause: `${index}`, who: account, since: iso(log.now()) })
          vote(account, `${index}`, young, old)
          if (!asks && index < steps.length - 1) continue
          for (const asker of ['a0', 'a5', 'rare 0', 'unknown'])
            expect((await recall(asker)).state).toEqual(fold(asker))
          const { cause, who: by, since } = causes[(who * 31 + wait) % causes.length]!
          // Once the cause is found, the older part is not read further.
          expect((await recall(by, cause, since)).state.done).toEqual(fold(by, cause).done)
        }
      },
    ),
    { numRuns: 10 },
  ))
