import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createExportPool, type ExportRow } from '../../src/features/pool/index.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { ada, bob } from '../support/accountEvents.js'
import { collect } from '../support/events.js'
import { addressNamed, causeId } from '../support/poolEvents.js'
import { accountNamed, deriveKey, openPoolFlow, type PoolFlow } from '../support/poolFlow.js'
import { addressVerified } from '../support/verificationEvents.js'

const cleo = accountNamed('cleo')
const { contributorOf } = createPoolKeys({ deriveKey })
const group = causeId('batch')

let flow: PoolFlow
let exportPool: ReturnType<typeof createExportPool>
let rows: ExportRow[]

beforeAll(async () => {
  flow = await openPoolFlow()
  flow.setAge(bob, 10.123)
  const inBatch = { source: 'batch', group } as const
  await flow.contribute(ada, { address: addressNamed('one'), domain: 'gmail.com', provider: 'gmail' })
  flow.clock.time += 1_000
  await flow.append(`usage-${ada}.2026-11`, addressVerified())
  await flow.contribute(bob, { address: addressNamed('one'), domain: 'gmail.com', provider: 'gmail' }, inBatch)
  await flow.contribute(ada, { address: addressNamed('two'), domain: 'jane-doe.example', valid: false }, inBatch)
  flow.clock.time += 1_000
  await flow.contribute(cleo, { address: addressNamed('two'), domain: 'jane-doe.example' }, { name: cleo })
  exportPool = createExportPool({ store: flow.store, deriveKey, isBigProvider: (domain) => domain === 'gmail.com' })
  rows = await collect(exportPool({}))
})
afterAll(() => flow.close())

describe('an export of the pool', () => {
  test('has every contribution of every pool, in the order of the log', async () => {
    const events = await flow.contributions()
    expect(events).toHaveLength(4)
    expect(rows.map(({ position, at }) => ({ position, at }))).toEqual(
      events.map(({ position, recordedAt: at }) => ({ position, at })),
    )
    expect(rows[0]).toEqual({
      position: events[0]!.position,
      type: 'ValidationContributed',
      at: '2026-11-21T09:00:00.000Z',
      pool: 'public',
      contributorId: contributorOf(ada),
      addressHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      domain: 'gmail.com',
      domainHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      route: 'explicit',
      provider: 'gmail',
      valid: true,
      disposable: false,
      role: false,
      checkedAt: '2026-11-21T09:00:00.000Z',
      ttl: 3_600,
      weight: 1,
      young: false,
      unique: true,
      first: true,
      newDomain: true,
      credits: 2,
      source: 'single',
      batchHash: null,
    })
    expect(rows.map(({ pool }) => pool)).toEqual(['public', 'public', 'public', contributorOf(cleo)])
  })

  test('pseudonymises values consistently', () => {
    const [one, oneAgain, two, twoElsewhere] = rows as [ExportRow, ExportRow, ExportRow, ExportRow]
    expect(oneAgain.addressHash).toBe(one.addressHash)
    expect(two.addressHash).not.toBe(one.addressHash)
    expect(oneAgain.domainHash).toBe(one.domainHash)
    expect(twoElsewhere.domainHash).toBe(two.domainHash)
    expect([one.batchHash, oneAgain.batchHash]).toEqual([null, two.batchHash])
    expect(two.batchHash).toMatch(/^[0-9a-f]{32}$/)
    expect(two.domain).toBeNull()
  })

  test('contains no account, address, rare domain, event, batch or call, and no account that its age identifies', async () => {
    const text = JSON.stringify(rows)
    const events = await flow.contributions()
    const secrets = events.flatMap(({ id, stream, data, meta }) => [
      ...[id, stream, data.account, data.address, data.cause],
      ...[meta.actor, meta.commandId, meta.correlationId, meta.causationId],
    ])
    for (const secret of [...secrets, group, 'jane-doe']) expect(text).not.toContain(secret)
    expect(rows[1]).toMatchObject({ weight: 0.4, young: true })
    const { weight } = events[1]!.data
    expect(weight).not.toBe(400_000)
  })

  test('uses a key that nothing else uses', async () => {
    const other = createExportPool({
      store: flow.store,
      deriveKey: (purpose) => (purpose === 'export' ? Buffer.alloc(32, 1) : deriveKey(purpose)),
      isBigProvider: () => false,
    })
    const [row] = await collect(other({}))
    expect(row!.contributorId).toBe(rows[0]!.contributorId)
    expect(row!.addressHash).not.toBe(rows[0]!.addressHash)
    expect(row!.domainHash).not.toBe(rows[0]!.domainHash)
  })

  test('resumes after any row with the same rows', async () => {
    for (const [index, { position: after }] of rows.entries()) {
      expect(await collect(exportPool({ after }))).toEqual(rows.slice(index + 1))
    }
  })

  test('ends with the last event recorded by a time', async () => {
    const until = Date.parse(rows[1]!.at)
    expect(await collect(exportPool({ until }))).toEqual(rows.slice(0, 3))
    expect(await collect(exportPool({ until: until - 1 }))).toEqual(rows.slice(0, 1))
    expect(await collect(exportPool({ after: rows[0]!.position, until }))).toEqual(rows.slice(1, 3))
    expect(await collect(exportPool({ until: 0 }))).toEqual([])
  })
})
