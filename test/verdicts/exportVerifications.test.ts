// The export of verifications has every row once, and identifies nothing.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbLogArchive } from '../../src/adapters/eventstore/lmdb/logArchive.js'
import { runArchive } from '../../src/composition/archive/run.js'
import { eventTypes } from '../../src/eventCategories.js'
import { withUpcasters } from '../../src/eventing/upcast.js'
import type { BatchMailboxesAsked } from '../../src/features/batches/events.js'
import { createExportMailboxes, mailboxColumns } from '../../src/features/batches/index.js'
import {
  createExportVerifications,
  type VerificationRow,
  verificationColumns,
} from '../../src/features/verdicts/index.js'
import { rowsOf as countedRowsOf } from '../../src/features/verdicts/projections/rows.js'
import type { AddressVerified } from '../../src/features/verification/events.js'
import type { NewEvent, Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { upcasters } from '../../src/upcasters.js'
import { deriveKey } from '../../testbed/features/poolFlow.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { batchId, chunkVerified, columns } from '../../testbed/given/batchEvents.js'
import { collect } from '../../testbed/given/events.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const START_TIME = Date.UTC(2026, 0, 31, 20, 15)
const hash = expect.stringMatching(/^[0-9a-f]{32}$/)

const directory = tempDirectory({ quick: true })
const clock = { value: START_TIME, now: () => clock.value }
const path = join(directory.path, 'events.mdb')
const archive = createLmdbLogArchive(path)
const raw = createLmdbEventStore({ path, clock })
const store = withUpcasters(raw, upcasters, eventTypes)
let rows: readonly VerificationRow[]
afterAll(async () => {
  await archive.close()
  await store.close()
  directory.remove()
})

const none = async () => new Map<string, unknown>()
type Dependencies = Parameters<typeof createExportVerifications>[0]
const open = (differs: Partial<Dependencies> = {}) =>
  createExportVerifications({
    store,
    clock,
    deriveKey,
    isBigProvider: (domain) => domain === 'gmail.com',
    erased: none,
    ...differs,
  })
const exported = async (
  options: Parameters<ReturnType<typeof open>>[0] = {},
  differs: Partial<Dependencies> = {},
): Promise<readonly VerificationRow[]> => (await collect(open(differs)(options))).flat()

async function append(
  stream: string,
  { type, data }: { readonly type: string; readonly data: unknown },
  schema = '2',
): Promise<void> {
  const meta = { schema, correlationId: newId(), causationId: newId(), commandId: newId(), actor: ada }
  const event: NewEvent = { id: newId(), type, data, meta }
  // Not through the upcasters, which write the current version.
  await raw.append(stream, [event], { expected: 'any' })
}

/** As release 1.0.0 wrote it. */
function inVersion1({ type, data }: AddressVerified) {
  const { decision, reasons, route, suggestion, lists, address, key, ...old } = data
  return { type, data: old }
}

/** What servers answered about the second row and the third, which waits. */
const mailboxesAsked = (account: string, sandbox = false): BatchMailboxesAsked => ({
  type: 'BatchMailboxesAsked',
  data: {
    account,
    sandbox,
    chunk: 1_000,
    rows: [1, 2],
    answer: [0, 1],
    answers: [
      {
        result: 'no_such_mailbox',
        acceptAll: 'no',
        code: 550,
        enhancedCode: '5.1.1',
        table: 1,
        checkedAt: clock.value,
      },
      { result: 'temporary', cause: 'timeout', checkedAt: clock.value, retryAt: clock.value + MINUTE_MS },
    ],
    refused: { deliverable: 1, risky: 0 },
    waiting: 1,
  },
})

/** Three months of single verifications, synchronous batches and jobs of two accounts. */
beforeAll(async () => {
  const usage = (account = ada) => `usage-${account}.${new Date(clock.value).toISOString().slice(0, 7)}`
  for (let number = 0; number < 240; number++) {
    const account = number % 3 === 0 ? bob : ada
    const single = addressVerified({
      account,
      api: number % 2 ? 'v1' : 'v2',
      address: number % 50,
      domain: number % 4 ? 'gmail.com' : `vanity-${number % 8}.example`,
      disposable: number % 5 === 0,
      ...(number % 5 === 0 && { decision: 'deny', reasons: ['disposable', 'role_account'], role: true }),
      ...(number % 7 === 0 && { suggestion: number % 2 ? 'gmail.com' : 'other.example' }),
      ...(number % 17 === 0 && {
        mailbox: { result: 'no_such_mailbox', code: 550, enhancedCode: '5.1.1', table: 1, checkedAt: clock.value },
      }),
      ...(number % 19 === 0 && {
        mailbox: { result: 'greylisted', code: 450, checkedAt: clock.value, retryAt: clock.value },
      }),
      ...(number % 23 === 0 && { ruling: { version: 1, action: 'review', rule: 'No trial mail' } }),
      ...(number % 11 === 0 && { pool: { pool: 'public', lookUps: 1, hits: 1 } }),
    })
    if (number % 13 === 0) await append(usage(account), inVersion1(single), '1')
    else await append(usage(account), single)
    if (number % 10 === 0) {
      const { type, data } = addressesVerified({ valid: 3, invalid: 2, unknown: 1 }, 5, account)
      const rulings = { version: 1, codes: ['--', 'r-No trial mail'], code: 'ABBBBA' }
      await append(usage(), { type, data: { ...data, rulings } })
    }
    if (number % 20 === 0) {
      const results = {
        ...columns({ valid: 2, unknown: 1 }),
        meant: { 1: 'gmail.com' },
        pooled: { 0: [9_000, 3] as const },
        rulings: { codes: ['--', 'r-No trial mail'], code: 'ABB' },
      }
      await append(
        `batch-${batchId(`${number}`)}`,
        chunkVerified({ valid: 2, unknown: 1 }, undefined, { account, results }),
      )
      await append(`batch-${batchId(`${number}`)}`, mailboxesAsked(account), '1')
      await append(`batch-${batchId(`sandbox ${number}`)}`, mailboxesAsked(ada, true), '1')
      await append(`batch-${batchId(`sandbox ${number}`)}`, chunkVerified({ valid: 5 }, undefined, { sandbox: true }))
    }
    clock.value += number % 6 === 0 ? 50 * HOUR_MS : 7 * MINUTE_MS
  }
  clock.value += 3 * HOUR_MS
  rows = await exported()
})

describe('an export of verifications', () => {
  test('says which rule decided what, without its name', () => {
    const ruled = rows.filter(({ ruleAction }) => ruleAction !== null)
    expect(new Set(ruled.map(({ api }) => api))).toEqual(new Set(['v1', 'v2', 'call', 'batch']))
    for (const row of ruled) expect(row).toMatchObject({ ruleHash: hash, ruleAction: 'review' })
    const perAccount = new Map(ruled.map(({ accountHash, ruleHash }) => [accountHash, ruleHash]))
    expect(new Set(ruled.map(({ ruleHash }) => ruleHash))).toEqual(new Set(perAccount.values()))
    expect(new Set(perAccount.values()).size).toBe(2)
    expect(JSON.stringify(rows)).not.toContain('No trial mail')
  })

  test('has every address of every account, in the order of the hours', () => {
    expect(rows).toHaveLength(240 + 24 * 6 + 12 * 3)
    const positions = rows.map(({ rowPosition }) => rowPosition)
    expect(positions).toEqual([...new Set(positions)].sort())
    const hours = rows.map(({ occurredHour }) => occurredHour)
    expect(hours).toEqual([...hours].sort())
    for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(verificationColumns))
  })

  test('says what was answered, and by what', () => {
    const single = rows.find(({ api, isDisposable, listsVersion }) => api === 'v1' && isDisposable && listsVersion)
    expect(single).toEqual({
      rowPosition: expect.stringMatching(/^[0-9a-f]{16}$/),
      occurredHour: expect.stringMatching(/^2026-\d\d-\d\dT\d\d:00:00\.000Z$/),
      accountHash: hash,
      keyHash: hash,
      api: 'v1',
      batchHash: null,
      rowHash: null,
      addressHash: hash,
      emailDomain: 'gmail.com',
      domainHash: hash,
      provider: null,
      status: 'valid',
      v1Reason: null,
      decision: 'deny',
      decidingReason: 'disposable',
      reasons: ['disposable', 'role_account'],
      route: 'explicit',
      isDisposable: true,
      isRole: true,
      isFree: false,
      isMistyped: false,
      suggestedDomain: null,
      isPooled: false,
      durationMs: 1,
      listsVersion: '2026-11-26.3fa91c04d2b7',
      mailboxResult: null,
      mailboxCode: null,
      mailboxEnhancedCode: null,
      isMailboxFinal: null,
      ruleHash: null,
      ruleAction: null,
    })
    const call = rows.find(({ api, status }) => api === 'call' && status === 'invalid')
    expect(call).toMatchObject({
      batchHash: hash,
      addressHash: null,
      domainHash: hash,
      v1Reason: 'mx',
      decision: 'deny',
      decidingReason: 'mx_absent',
      durationMs: null,
    })
    const job = rows.filter(({ api }) => api === 'batch')
    expect(job[0]).toMatchObject({ keyHash: null, domainHash: null, emailDomain: null, batchHash: hash })
    expect(new Set(job.map(({ batchHash }) => batchHash)).size).toBe(12)
    expect(job.filter(({ isPooled }) => isPooled)).toHaveLength(12)
    expect(job.filter(({ suggestedDomain }) => suggestedDomain === 'gmail.com')).toHaveLength(12)
  })

  test('says what the mail server answered, where it was asked', () => {
    const asked = rows.filter(({ mailboxResult }) => mailboxResult !== null)
    const cells = asked.map(({ mailboxResult, mailboxCode, mailboxEnhancedCode, isMailboxFinal }) =>
      JSON.stringify([mailboxResult, mailboxCode, mailboxEnhancedCode, isMailboxFinal]),
    )
    expect([...new Set(cells)].sort()).toEqual([
      '["greylisted",450,null,false]',
      '["no_such_mailbox",550,"5.1.1",true]',
    ])
    expect(new Set(asked.map(({ api }) => api))).toEqual(new Set(['v1', 'v2']))
  })

  test('says that what release 1.0.0 did not record is unknown', () => {
    const old = rows.filter(({ api, listsVersion }) => api !== 'batch' && listsVersion === null)
    expect(old).toHaveLength(19)
    for (const row of old) {
      expect(row).toMatchObject({ decision: null, decidingReason: null, reasons: null, route: null })
      expect(row).toMatchObject({ isMistyped: null, addressHash: null, keyHash: null })
    }
  })

  test('counts as the verdicts do', async () => {
    const events = (await collect(store.readAll())) as Recorded<AddressVerified>[]
    const counted = events
      .filter(({ type }) => type !== ('BatchMailboxesAsked' as string))
      .filter(({ data }) => !(data as { sandbox?: boolean }).sandbox)
      .flatMap((event) => countedRowsOf(event).rows)
    const sum = (isSo: (row: (typeof counted)[number]['row']) => boolean | undefined) =>
      counted.reduce((total, { row, count }) => total + (isSo(row) ? count : 0), 0)
    const count = (isSo: (row: VerificationRow) => boolean | null) => rows.filter(isSo).length
    expect(count(({ decision }) => decision === 'deny')).toBe(sum(({ decision }) => decision === 'deny'))
    expect(count(({ decision }) => decision === null)).toBe(sum(({ decision }) => decision === undefined))
    expect(count(({ status }) => status === 'unknown')).toBe(sum(({ status }) => status === 'unknown'))
    expect(count(({ isDisposable }) => isDisposable)).toBe(sum(({ disposable }) => disposable))
    expect(count(({ isRole }) => isRole)).toBe(sum(({ role }) => role))
    expect(count(({ isMistyped }) => isMistyped)).toBe(sum(({ typo }) => typo))
    expect(count(({ isMistyped }) => isMistyped === null)).toBe(sum(({ typo }) => typo === undefined))
    expect(count(({ decidingReason }) => decidingReason === 'disposable')).toBe(
      sum(({ reason }) => reason === 'disposable'),
    )
  })

  test('gives the same hash to the same account, address and domain, and others to those of another account', () => {
    const of = (account: string) => rows.filter(({ accountHash }) => accountHash === account)
    const accounts = [...new Set(rows.map(({ accountHash }) => accountHash))]
    expect(accounts).toHaveLength(2)
    const [one, other] = accounts.map((account) => ({
      addresses: new Set(of(account).flatMap(({ addressHash }) => addressHash ?? [])),
      domains: new Set(of(account).flatMap(({ domainHash }) => domainHash ?? [])),
    }))
    expect(one!.addresses.size).toBeLessThanOrEqual(50)
    expect(one!.domains.size).toBe(4)
    expect([...one!.addresses].filter((address) => other!.addresses.has(address))).toEqual([])
    expect([...one!.domains].filter((domain) => other!.domains.has(domain))).toEqual([])
  })

  test('contains no account, key, event, batch, request, rare domain or time within the hour', async () => {
    const text = JSON.stringify(rows)
    for (const { id, stream, position, data, meta } of await collect(store.readAll())) {
      const secrets = [id, stream, position, meta.commandId, meta.correlationId, (data as { account: string }).account]
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/vanity|other\.example|T\d\d:(?!00:00\.000Z)/)
  })

  test('is in an order within an hour that does not depend on time', async () => {
    const began = clock.value
    clock.value = Math.ceil((clock.value + HOUR_MS) / HOUR_MS) * HOUR_MS
    for (let n = 0; n < 40; n++) await append(`usage-${ada}.2026-06`, addressVerified({ durationUs: n * 1_000 }))
    const from = clock.value
    clock.value += 2 * HOUR_MS
    const found = (await exported({ from })).map(({ durationMs }) => durationMs!)
    expect(found.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    const ascents = found.slice(1).filter((number, index) => number > found[index]!).length
    expect(ascents).toBeGreaterThan(5)
    expect(ascents).toBeLessThan(34)
    clock.value = Math.max(clock.value, began)
    rows = await exported()
  })

  test('resumes after any row with the same rows, also where an hour is shuffled in parts', async () => {
    for (const windowRows of [3, 20_000]) {
      const whole = await exported({}, { windowRows })
      expect(whole).toHaveLength(rows.length)
      for (let index = 0; index < whole.length; index += 7) {
        const after = whole[index]!.rowPosition
        expect(await exported({ after }, { windowRows })).toEqual(whole.slice(index + 1))
      }
    }
  })

  test('is the same by periods, which consist of whole hours', async () => {
    const hours = [...new Set(rows.map(({ occurredHour }) => Date.parse(occurredHour)))]
    const middle = hours[hours.length >> 1]!
    const [before, later] = [await exported({ to: middle }), await exported({ from: middle })]
    expect([...before, ...later]).toEqual(rows)
    expect(before.at(-1)!.occurredHour < later[0]!.occurredHour).toBe(true)
    expect(await exported({ from: middle + 1, to: middle + HOUR_MS })).toEqual([])
    expect(await exported({ from: middle, to: middle + HOUR_MS - 1 })).toEqual([])
    const one = rows.filter(({ occurredHour }) => Date.parse(occurredHour) === middle)
    expect(await exported({ from: middle, to: middle + HOUR_MS })).toEqual(one)
  })

  test('has an hour only an hour after its end', async () => {
    const last = Date.parse(rows.at(-1)!.occurredHour)
    const at = (now: number) => exported({}, { clock: { now: () => now } })
    expect(await at(last + 2 * HOUR_MS)).toEqual(rows)
    const before = rows.filter(({ occurredHour }) => Date.parse(occurredHour) < last)
    expect(await at(last + 2 * HOUR_MS - 1)).toEqual(before)
  })

  test('has each event once, although clocks of servers differ', async () => {
    const times = [
      '11T10:50',
      '11T11:00',
      '11T10:59',
      '11T11:30',
      '11T10:40',
      '11T12:10',
      '11T11:59',
      '11T14:00',
      '11T13:30',
    ]
    const events = times.map((time, index) => ({
      ...{ ...addressVerified({ durationUs: index * 1_000 }), id: newId(), stream: `usage-${ada}.2026-12` },
      ...{ revision: BigInt(index), position: (index + 1).toString(16).padStart(32, '0') },
      recordedAt: `2026-12-${time}:00.000Z`,
      meta: { schema: '2', correlationId: 'c', causationId: 'c', commandId: 'c', actor: ada },
    }))
    const skewed = {
      async *readAll({ after = '' } = {}) {
        yield* events.filter(({ position }) => position > after)
      },
      // Any event that was not recorded later will do.
      positionAt: async (time: number) =>
        events.findLast(({ recordedAt }) => Date.parse(recordedAt) <= time)?.position ?? '',
    } as unknown as Pick<EventStore, 'readAll' | 'positionAt'>
    const differs = { store: skewed, clock: { now: () => Date.UTC(2026, 11, 12) } }
    const whole = await exported({}, differs)
    expect(whole.map(({ durationMs }) => durationMs).toSorted()).toEqual(events.map((_, index) => index))
    for (const [index, { rowPosition: after }] of whole.entries())
      expect(await exported({ after }, differs)).toEqual(whole.slice(index + 1))
    const middle = Date.UTC(2026, 11, 11, 12)
    expect([...(await exported({ to: middle }, differs)), ...(await exported({ from: middle }, differs))]).toEqual(
      whole,
    )
  })

  test('has no row of an erased account; those of others keep their positions', async () => {
    const accounts = new Map([[bob, '']])
    const left = await exported({}, { erased: async () => accounts })
    expect(left.length).toBeGreaterThan(100)
    expect(left.length).toBeLessThan(rows.length)
    const kept = new Set(left.map(({ accountHash }) => accountHash))
    expect(kept.size).toBe(1)
    expect(left).toEqual(rows.filter(({ accountHash }) => kept.has(accountHash)))
  })

  test('is identical before and after months of the log move to the archive', async () => {
    const before = rows
    const segments = await runArchive({ events: raw, archive }, { before: Date.UTC(2026, 2, 1), rangeEvents: 40 })
    expect(segments.length).toBeGreaterThan(1)
    expect(await exported()).toEqual(before)
    const border = before.findIndex(({ occurredHour }) => occurredHour >= '2026-02')
    expect(border).toBeGreaterThan(0)
    const after = before[border - 1]!.rowPosition
    expect(await exported({ after })).toEqual(before.slice(border))
    await runArchive({ events: raw, archive }, { before: Date.UTC(2026, 4, 1), rangeEvents: 40 })
    expect(await exported({}, { windowRows: 5 })).toHaveLength(before.length)
    expect(await exported()).toEqual(before)
  })
})

describe('an export of mailboxes', () => {
  test('has what servers answered about rows of jobs, which the export of verifications has under the same hash', async () => {
    const mailboxes = createExportMailboxes({ store, clock, deriveKey, erased: none })
    const answers = (await collect(mailboxes({}))).flat()
    expect(answers).toHaveLength(12 * 2)
    for (const row of answers) expect(Object.keys(row)).toEqual(Object.keys(mailboxColumns))
    const byRow = new Map(rows.map((row) => [row.rowHash, row]))
    for (const { rowHash, batchHash, accountHash, isMailboxFinal, ...answer } of answers) {
      expect(byRow.get(rowHash)).toMatchObject({ batchHash, accountHash, status: isMailboxFinal ? 'valid' : 'unknown' })
      expect(answer).toMatchObject(
        isMailboxFinal
          ? { mailboxResult: 'no_such_mailbox', mailboxCode: 550, mailboxEnhancedCode: '5.1.1', acceptAll: 'no' }
          : { mailboxResult: 'temporary', mailboxCause: 'timeout', mailboxCode: null, acceptAll: 'unknown' },
      )
    }
    expect(new Set(answers.map(({ rowHash }) => rowHash)).size).toBe(24)
    const after = answers[7]!.rowPosition
    expect((await collect(mailboxes({ after }))).flat()).toEqual(answers.slice(8))
  })
})
