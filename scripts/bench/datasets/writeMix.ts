// Fills a log with events of every kind.
import { newEvents } from '../../../src/eventing/newEvents.js'
import { encodeShared } from '../../../src/features/pool/index.js'
import { iso } from '../../../src/kernel/clock.js'
import type { DomainEvent } from '../../../src/kernel/envelope.js'
import { newId } from '../../../src/kernel/ids.js'
import { monthOf } from '../../../src/kernel/months.js'
import type { EventStore } from '../../../src/kernel/ports/eventStore.js'
import { streamName } from '../../../src/kernel/stream.js'
import { chunkVerified, completed, started, submitted } from '../../../testbed/given/batchEvents.js'
import { addressNamed, sharedResult } from '../../../testbed/given/poolEvents.js'
import { addressesVerified } from '../../../testbed/given/verificationEvents.js'
import { writeLog } from './writeLog.js'
import { writePool } from './writePool.js'

/** Shares of all events: single verifications with their accounts, and contributions; the rest belongs to batches. */
const SINGLE_SHARE = 0.45
const CONTRIBUTED_SHARE = 0.53
/** Chunks of a batch, and addresses of a chunk. */
const CHUNKS = 5
const ROWS = 1_000
/** Events of a synchronous call and a batch: the call, submitted, started, the chunks, completed. */
const EVENTS_PER_BATCH = CHUNKS + 4
const DOMAINS = 200

/** Fills a log with a realistic mix of single verifications, synchronous calls, batches and contributions. */
export async function writeMix(store: EventStore, events: number, accounts: number): Promise<void> {
  await writeLog(store, Math.floor(events * SINGLE_SHARE), accounts)
  await writePool(store, Math.floor(events * CONTRIBUTED_SHARE), accounts)
  const owners = Array.from({ length: accounts }, newId)
  const month = monthOf(Date.now())
  const left = Math.ceil(events * (1 - SINGLE_SHARE - CONTRIBUTED_SHARE))
  for (let written = 0, index = 0; written < left; index++, written += EVENTS_PER_BATCH) {
    const account = owners[index % accounts]!
    await append(streamName('usage', `${account}.${month}`), account, [synchronousCall(account, index)])
    await append(streamName('batch', newId()), account, batchEvents(account, month, index))
  }

  async function append(stream: string, account: string, decided: Iterable<DomainEvent>): Promise<void> {
    for (const event of decided) {
      const id = newId()
      const actor = { id: account, correlationId: id, commandId: id }
      await store.append(stream, newEvents(stream, [event], actor), { expected: 'any' })
    }
  }
}

function synchronousCall(account: string, index: number): DomainEvent {
  const { type, data } = addressesVerified({ valid: 900, invalid: 90, unknown: 10 }, 990, account)
  const domains = Array.from({ length: DOMAINS }, (_, n) => `d${index}-${n}.example.net`)
  return {
    type,
    data: { ...data, domains, domain: data.domain.map((_, row) => row % DOMAINS), ...sharedResults(index) },
  }
}

function* batchEvents(account: string, month: string, index: number): Generator<DomainEvent> {
  const total = CHUNKS * ROWS
  yield submitted({ account, month, total, reserved: total, share: true })
  yield started(account)
  let totals = { processed: 0, valid: 0, unknown: 0, charged: 0 }
  for (let chunk = 0; chunk < CHUNKS; chunk++) {
    const overrides = { account, month, ...sharedResults(index * CHUNKS + chunk) }
    const event = chunkVerified({ valid: 900, invalid: 90, unknown: 10 }, totals, overrides)
    totals = event.data.totals
    yield event
  }
  yield completed(totals, 0, { account, month })
}

/** The shared results of a chunk, of which none is contributed. */
function sharedResults(index: number) {
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
