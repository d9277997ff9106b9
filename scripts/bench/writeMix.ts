import { newEvents } from '../../src/eventing/newEvents.js'
import { encodeShared } from '../../src/features/pool/index.js'
import { iso, monthOf } from '../../src/kernel/clock.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { streamName } from '../../src/kernel/stream.js'
import { chunkVerified, completed, started, submitted } from '../../test/support/batchEvents.js'
import { addressNamed, sharedResult } from '../../test/support/poolEvents.js'
import { addressesVerified } from '../../test/support/verificationEvents.js'
import { writeLog } from './writeLog.js'
import { writePool } from './writePool.js'

/** Of all events: single verifications with their accounts, contributions; the rest is batches. */
const SINGLE = 0.45
const CONTRIBUTED = 0.53
/** Of a batch: how it begins and ends, and its chunks of a thousand addresses. */
const CHUNKS = 5
const ROWS = 1_000
const DOMAINS = 200

/** Fills a log with a realistic mix: single verifications, synchronous calls, batches, contributions. */
export async function writeMix(store: EventStore, events: number, accounts: number): Promise<void> {
  await writeLog(store, Math.floor(events * SINGLE), accounts)
  await writePool(store, Math.floor(events * CONTRIBUTED), accounts)
  const owners = Array.from({ length: accounts }, newId)
  const month = monthOf(Date.now())
  const left = Math.ceil(events * (1 - SINGLE - CONTRIBUTED))
  for (let written = 0, index = 0; written < left; index++, written += CHUNKS + 4) {
    const account = owners[index % accounts]!
    await append(streamName('usage', `${account}.${month}`), account, [callOf(account, index)])
    await append(streamName('batch', newId()), account, batchOf(account, month, index))
  }

  async function append(stream: string, account: string, decided: Iterable<DomainEvent>): Promise<void> {
    for (const event of decided) {
      const id = newId()
      const actor = { id: account, correlationId: id, commandId: id }
      await store.append(stream, newEvents(stream, [event], actor), { expected: 'any' })
    }
  }
}

function callOf(account: string, index: number): DomainEvent {
  const { type, data } = addressesVerified({ valid: 900, invalid: 90, unknown: 10 }, 990, account)
  const domains = Array.from({ length: DOMAINS }, (_, n) => `d${index}-${n}.example.net`)
  return { type, data: { ...data, domains, domain: data.domain.map((_, row) => row % DOMAINS), ...shared(index) } }
}

function* batchOf(account: string, month: string, index: number): Generator<DomainEvent> {
  const total = CHUNKS * ROWS
  yield submitted({ account, month, total, reserved: total, share: true })
  yield started(account)
  let totals = { processed: 0, valid: 0, unknown: 0, charged: 0 }
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const differs = { account, month, ...shared(index * CHUNKS + chunk) }
    const event = chunkVerified({ valid: 900, invalid: 90, unknown: 10 }, totals, differs)
    totals = event.data.totals
    yield event
  }
  yield completed(totals, 0, { account, month })
}

/** A thousand results that are not contributed. */
function shared(index: number) {
  const results = Array.from({ length: ROWS }, (_, row) =>
    sharedResult({
      address: addressNamed(`${index}/${row}`),
      domain: `d${row % DOMAINS}.example.net`,
      checkedAt: iso(Date.now()),
    }),
  )
  const columns = encodeShared('public', results)
  return columns ? { shared: columns } : {}
}
