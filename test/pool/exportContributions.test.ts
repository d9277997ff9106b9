// The pool's export has contributions, and identifies nothing.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ContributionRow, contributionColumns, createExportContributions } from '../../src/features/pool/index.js'
import { createPoolKeys } from '../../src/features/pool/keys.js'
import { accountNamed, DAY, deriveKey, openPoolFlow, type PoolFlow } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { addressNamed, causeId } from '../../testbed/given/poolEvents.js'
import { addressVerified } from '../../testbed/given/verificationEvents.js'
import { openMemoryPool } from './memoryPool.js'

const cleo = accountNamed('cleo')
const { contributorOf } = createPoolKeys({ deriveKey })
const group = causeId('batch')

let flow: PoolFlow
let pool: PoolFlow['pool']
let rows: ContributionRow[]
const open = (differs: Partial<Parameters<typeof createExportContributions>[0]> = {}) => {
  const isBigProvider = (domain: string) => domain === 'gmail.com'
  return createExportContributions({ ...flow, deriveKey, isBigProvider, minContributors: 2, ...differs })
}
type Export = ReturnType<typeof createExportContributions>
const rowsOf = async (chunks: ReturnType<Export>): Promise<ContributionRow[]> => (await collect(chunks)).flat()

/** On two days: one address that two accounts shared, and one of a single account; then a young account's vote. */
beforeAll(async () => {
  flow = await openPoolFlow()
  pool = await flow.openProcess({ minContributors: 2, contributorMinDays: 30 })
  const inBatch = { source: 'batch', group } as const
  const one = { address: addressNamed('one'), domain: 'gmail.com', provider: 'gmail' }
  const two = { address: addressNamed('two'), domain: 'jane-doe.example', valid: false }
  for (const account of [ada, bob]) {
    await flow.contribute(account, { address: addressNamed(account), domain: `first-of-${account}.example` }, {}, pool)
  }
  await flow.follow()
  flow.clock.time += 30 * DAY
  await flow.contribute(ada, one, {}, pool)
  await flow.append(`usage-${ada}.2026-11`, addressVerified())
  await flow.contribute(ada, two, inBatch, pool)
  flow.clock.time += DAY
  await flow.contribute(bob, one, inBatch, pool)
  await flow.contribute(cleo, one, {}, pool)
  await flow.contribute(cleo, two, { name: cleo, ...inBatch }, pool)
  await flow.follow()
  flow.clock.time += DAY
  rows = await rowsOf(open()({}))
})
afterAll(() => flow.close())

describe('an export of the pool', () => {
  test('has the contributions of established accounts to addresses that the pool answers for, by day', async () => {
    expect(await flow.contributions()).toHaveLength(7)
    expect(rows.map(({ occurredOn, batchHash }) => [occurredOn, batchHash === null ? 'single' : 'batch'])).toEqual([
      ['2026-12-21', 'single'],
      ['2026-12-22', 'batch'],
      ['2026-12-22', 'batch'],
    ])
    expect(rows.map(({ rowPosition }) => rowPosition)).toEqual(rows.map(({ rowPosition }) => rowPosition).sort())
    expect(rows[0]).toEqual({
      rowPosition: expect.stringMatching(/^[0-9a-f]{32}$/),
      occurredOn: '2026-12-21',
      pool: 'public',
      accountHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      contributorLevel: 'Contributor',
      isEstablished: true,
      accountWeight: 1,
      addressHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      emailDomain: 'gmail.com',
      domainHash: expect.stringMatching(/^[0-9a-f]{32}$/),
      provider: 'gmail',
      route: 'explicit',
      isValid: true,
      isDisposable: false,
      isRole: false,
      checkedOn: '2026-12-21',
      ttlSeconds: 3_600,
      isCounted: true,
      credits: 2,
      isUnique: true,
      isFirstOfAccount: true,
      isNewDomain: false,
      batchHash: null,
    })
    expect(Object.keys(rows[0]!)).toEqual(Object.keys(contributionColumns))
  })

  test('pseudonymises values consistently within a pool, and differently in another', () => {
    const [one] = rows as [ContributionRow]
    const later = rows.slice(1)
    const oneAgain = later.find((row) => row.pool === 'public')!
    const elsewhere = later.find((row) => row.pool !== 'public')!
    expect(oneAgain).toMatchObject({ addressHash: one.addressHash, domainHash: one.domainHash, isUnique: true })
    expect(oneAgain.accountHash).not.toBe(one.accountHash)
    expect(elsewhere.pool).toBe(elsewhere.accountHash)
    expect(oneAgain.batchHash).toMatch(/^[0-9a-f]{32}$/)
    expect(oneAgain.batchHash).toBe(elsewhere.batchHash)
    expect(elsewhere.emailDomain).toBeNull()
  })

  test('gives the same domain other hashes in the pools of organisations', async () => {
    const found = await rowsOf(open({ minContributors: 1 })({}))
    const hashes = found
      .filter(({ isValid, emailDomain }) => !isValid || emailDomain !== null)
      .map(({ domainHash }) => domainHash)
    const shared = found
      .filter(({ pool, isValid }) => pool === 'public' && !isValid)
      .map(({ domainHash }) => domainHash)
    const own = found.filter(({ pool }) => pool !== 'public').map(({ domainHash }) => domainHash)
    expect([shared, own].map(({ length }) => length)).toEqual([1, 1])
    expect(shared).not.toEqual(own)
    expect(hashes.length).toBeGreaterThan(2)
  })

  test('contains no account, contributor, address, rare domain, event, batch, call or time of day', async () => {
    const text = JSON.stringify(rows)
    const events = await flow.contributions()
    const secrets = events.flatMap(({ id, stream, position, data, meta }) => [
      ...[id, stream, position, data.account, contributorOf(data.account), data.address, data.cause],
      ...[meta.actor, meta.commandId, meta.correlationId, meta.causationId],
    ])
    for (const secret of [...secrets, group, 'jane-doe']) expect(text).not.toContain(secret)
    expect(text).not.toMatch(/\dT\d/)
  })

  test('uses a key that nothing else uses', async () => {
    const key = (purpose: string) => (purpose === 'export' ? Buffer.alloc(32, 1) : deriveKey(purpose))
    const other = await rowsOf(open({ deriveKey: key, isBigProvider: () => false })({}))
    expect(other).toHaveLength(rows.length)
    for (const member of ['accountHash', 'addressHash', 'domainHash', 'rowPosition'] as const) {
      const shown = new Set(rows.map((row) => row[member]))
      expect(other.filter((row) => shown.has(row[member]))).toEqual([])
    }
  })

  test('is in an order within a day that does not depend on time', async () => {
    const given = await openPoolFlow()
    for (let n = 0; n < 40; n++) await given.contribute(ada, { address: addressNamed(`${n}`), ttl: n })
    await given.follow()
    given.clock.time += DAY
    const options = { ...given, deriveKey, isBigProvider: () => false, minContributors: 1 }
    const found = await rowsOf(createExportContributions(options)({}))
    await given.close()
    const ttls = found.map(({ ttlSeconds }) => ttlSeconds)
    expect([...ttls].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    const ascents = ttls.slice(1).filter((ttl, index) => ttl > ttls[index]!).length
    expect(ascents).toBeGreaterThan(5)
    expect(ascents).toBeLessThan(34)
  })

  test('resumes after any row with the same rows', async () => {
    for (const [index, { rowPosition: after }] of rows.entries()) {
      expect(await rowsOf(open()({ after }))).toEqual(rows.slice(index + 1))
    }
  })

  test('reads a day with too many rows to sort in parts, with the same rows', async () => {
    expect(await rowsOf(open({ maxSorted: 1 })({}))).toEqual(rows)
  })

  test('has only days that had ended by a time, and never today', async () => {
    const until = (time: string) => rowsOf(open()({ to: Date.parse(time) }))
    expect(await until('2026-12-23T00:00:00.000Z')).toEqual(rows)
    expect(await until('2026-12-22T23:59:59.999Z')).toEqual(rows.slice(0, 1))
    expect(await until('2026-12-21T12:00:00.000Z')).toEqual([])
    const clock = { now: () => Date.parse('2026-12-22T23:59:59.999Z') }
    expect(await rowsOf(open({ clock })({ to: Date.parse('2027-12-31') }))).toEqual(rows.slice(0, 1))
  })

  test('has each day once and whole, although clocks differ by up to an hour', async () => {
    const times = [
      '11T23:58',
      '12T00:00',
      '11T23:59',
      '12T00:58',
      '11T23:01',
      '12T01:00',
      '12T23:59',
      '15T00:30',
      '14T23:40',
    ]
    const settings = { minContributors: 1, contributorMinDays: 0, domainMinAddresses: 5, domainMinContributors: 3 }
    const given = openMemoryPool(Date.UTC(2026, 11, 10), settings)
    for (const time of times) {
      given.clock.time = Date.parse(`2026-12-${time}:00.000Z`)
      await given.contribute(ada, time, { address: addressNamed(time) })
    }
    given.clock.time = Date.UTC(2026, 11, 16, 1)
    const found = await rowsOf(given.exportContributions({}))
    const days = times.map((time) => `2026-12-${time.slice(0, 2)}`).sort()
    expect(found.map(({ occurredOn }) => occurredOn)).toEqual(days)
    for (const [index, { rowPosition: after }] of found.entries()) {
      expect(await rowsOf(given.exportContributions({ after }))).toEqual(found.slice(index + 1))
    }
    given.clock.time = Date.UTC(2026, 11, 16, 1) - 1
    expect(await rowsOf(given.exportContributions({}))).toEqual(
      found.filter(({ occurredOn }) => occurredOn < '2026-12-15'),
    )
  })

  test('has no row of an address that is forgotten, or of an account that is erased', async () => {
    const erased = async () => new Map([[bob, '']])
    expect(await rowsOf(open({ erased })({}))).toHaveLength(2)
    const [one] = (await flow.contributions()).filter(({ data }) => data.address === addressNamed('one'))
    const forgotten = await flow.contributions()
    const names = forgotten
      .filter(({ data }) => data.address === one!.data.address)
      .map(({ id, data }) => `${data.account}.${id}`)
    const data = { pool: 'public', address: one!.data.address, contributions: names }
    await flow.append(one!.stream, { type: 'AddressForgotten', data })
    await flow.follow()
    expect(await rowsOf(open()({}))).toHaveLength(1)
  })
})
