// The read model of batches' results.
import { describe, expect, test } from '@jest/globals'
import { batchResults, resultsId } from '../../src/features/batches/projections/batchResults.js'
import { batch } from '../../src/features/batches/state.js'
import { encodeShared } from '../../src/features/pool/index.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import {
  batchId,
  cancelled,
  chunkVerified,
  columns,
  completed,
  started,
  submitted,
} from '../../testbed/given/batchEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { sharedResult } from '../../testbed/given/poolEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'

const id = batchId('first')
const first = chunkVerified({ valid: 700, invalid: 290, unknown: 10 })
const second = chunkVerified({ valid: 500 }, first.data.totals, { steps: 'c2VhbGVk' })

describe('results of a batch', () => {
  const log = createRecordedLog()
  log.append(batch(id).stream, submitted({ total: 1_500 }), started(), first)
  log.append(batch(id).stream, second, completed(second.data.totals))
  log.append(batch(batchId('second')).stream, chunkVerified({ invalid: 3 }, undefined, { account: bob }))
  const documents = documentsOf(batchResults, log.events)

  test('are one document per chunk, as recorded', () =>
    expect(documents).toStrictEqual({
      [`${id}.0000000`]: { owner: ada, from: 0, to: 1_000, results: first.data.results, steps: null },
      [`${id}.0001000`]: { owner: ada, from: 1_000, to: 1_500, results: columns({ valid: 500 }), steps: 'c2VhbGVk' },
      [`${batchId('second')}.0000000`]: { owner: bob, from: 0, to: 3, results: columns({ invalid: 3 }), steps: null },
    }))

  test('know the event and the pool of results that are contributed', () => {
    const log = createRecordedLog()
    const [event] = log.append(batch(id).stream, {
      ...first,
      data: { ...first.data, shared: encodeShared('public', [sharedResult()])! },
    })
    const { shared } = documentsOf(batchResults, log.events)[resultsId(id, 0)]!
    expect(shared).toEqual({ event: event!.id, pool: 'public' })
  })

  test('are found by their first row, from chunk to chunk', () => {
    expect(documents).toHaveProperty([resultsId(id, 0), 'to'], 1_000)
    expect(documents).toHaveProperty([resultsId(id, 1_000), 'to'], 1_500)
  })

  test('remain whatever the end of the batch', () => {
    log.append(batch(id).stream, cancelled())
    expect(documentsOf(batchResults, log.events)).toStrictEqual(documents)
  })

  test('sort in the order of their rows, to the last of a million', () => {
    const rows = [0, 9_000, 10_000, 99_000, 100_000, 999_000]
    expect(rows.map((row) => resultsId(id, row)).sort()).toEqual(rows.map((row) => resultsId(id, row)))
  })
})
