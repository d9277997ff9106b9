// Decisions read from the log, in pages.
import { expect, test } from '@jest/globals'
import {
  createCountDecisions,
  createListDecisions,
  type DecisionsInput,
  type ListDecisionsDependencies,
} from '../../src/features/verdicts/queries/listDecisions.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { sharedWork } from '../../src/kernel/limits.js'
import type { ReadStreamOptions } from '../../src/kernel/ports/eventStore.js'
import { createChance } from '../../testbed/chance.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'

const LISTS = '2026-12-09.81ce00fe2a7d'

/** Three months of an account: single verifications and calls. */
function threeMonths() {
  const chance = createChance(5)
  const log = createRecordedLog()
  for (let index = 0; index < 2_500; index++) {
    log.wait(chance.between(0, 60) * 60_000)
    const stream = `usage-${ada}.${new Date(log.now()).toISOString().slice(0, 7)}`
    const domain = chance.pick(['a.example', 'b.example'])
    if (chance.happens(0.1)) log.append(stream, addressesVerified({ valid: 4, invalid: 2 }))
    else {
      const denied = chance.happens(0.2) && ({ decision: 'deny', reasons: ['disposable'] } as const)
      log.append(stream, addressVerified({ domain, address: chance.between(1, 400), ...denied }))
    }
  }
  return log
}

/** The query over a log in memory, counting the events that it reads. */
function queryOver(events: readonly Recorded[], now: number) {
  let read = 0
  async function* readStream(
    stream: string,
    { from, backwards, limit = Number.POSITIVE_INFINITY }: ReadStreamOptions = {},
  ) {
    expect(backwards).toBe(true)
    const own = events
      .filter((event) => event.stream === stream && (from === undefined || event.revision <= from))
      .reverse()
    for (const event of own.slice(0, limit)) {
      read++
      yield event
    }
  }
  const dependencies: ListDecisionsDependencies = {
    eventing: { readStream },
    clock: { now: () => now },
    fairly: (_, __, work) => work(),
    hashAddress: (_, canonical) => Number(canonical.split('@')[0]),
    decideAgain: (reasons) => ({ decision: 'allow', reasons, lists: LISTS }),
    openAddresses: async () => undefined,
  }
  const query = createListDecisions(dependencies)
  const countDecisions = createCountDecisions(dependencies)
  const count = (input: Omit<DecisionsInput, 'limit'>) => countDecisions({ account: ada, sandbox: false }, input)
  const all = async (input: Omit<DecisionsInput, 'limit'>, limit = 100) => {
    const found: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await query({ account: ada, sandbox: false }, { ...input, limit, cursor })
      expect(page.decisions.length).toBeLessThanOrEqual(limit)
      found.push(...page.decisions.map(({ id }) => id))
      if (page.nextCursor === null) return found
      cursor = page.nextCursor
    }
  }
  return { query, all, count, read: () => read }
}

const log = threeMonths()
const idsOf = (keep: (event: Recorded, row: number) => boolean): string[] =>
  log.events
    .flatMap((event) => {
      const rows = event.type === 'AddressVerified' ? 1 : 6
      return Array.from({ length: rows }, (_, row) => [event, row] as const)
    })
    .filter(([event, row]) => keep(event, row))
    .map(([event, row]) => (event.type === 'AddressVerified' ? event.id : `${event.id}.${row}`))
    .reverse()
const dataOf = ({ data }: Recorded) => data as { domain: unknown; decision?: string; address?: number }

test.each([1, 7, 100])('pages of %i are together every decision, newest first', async (limit) => {
  const { all } = queryOver(log.events, log.now())
  const from = new Date(log.now() - 60 * 86_400_000).toISOString()
  expect(await all({ from }, limit)).toEqual(idsOf(({ recordedAt }) => recordedAt >= from))
})

test('a cursor whose month is beyond the range is refused, before anything is read', async () => {
  const { query, read } = queryOver(log.events, log.now())
  const caller = { account: ada, sandbox: false }
  const { nextCursor } = await query(caller, { limit: 1 })
  const before = read()
  const changed = Buffer.from(nextCursor!, 'base64url')
    .toString()
    .replace(/\.\d{4}-\d\d\./, '.9999-12.')
  const cursor = Buffer.from(changed).toString('base64url')
  await expect(query(caller, { limit: 1, cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(read()).toBe(before)
})

test('filters and ranges leave out what does not match', async () => {
  const { all, count } = queryOver(log.events, log.now())
  const [from, to] = ['2026-12-05', '2026-12-20']
  const within = ({ recordedAt }: Recorded) => recordedAt >= from && recordedAt < '2026-12-21'
  expect(await all({ from, to })).toEqual(idsOf(within))
  expect(await all({ from, to, decision: 'deny' })).toEqual(
    idsOf(
      (event, row) => within(event) && (event.type === 'AddressVerified' ? dataOf(event).decision === 'deny' : row > 3),
    ),
  )
  expect(await all({ from, to, domain: 'B.example' })).toEqual(
    idsOf((event) => within(event) && dataOf(event).domain === 'b.example'),
  )
  expect(await all({ from, to, email: '17@x.example' })).toEqual(
    idsOf((event) => within(event) && dataOf(event).address === 17),
  )
  for (const filter of [{}, { decision: 'deny' }, { domain: 'B.example' }, { email: '17@x.example' }] as const)
    expect(await count({ from, to, ...filter })).toBe((await all({ from, to, ...filter })).length)
})

test('the end of a range in the past is found without reading what came after', async () => {
  const { query, read } = queryOver(log.events, log.now())
  await query({ account: ada, sandbox: false }, { from: '2026-12-01', to: '2026-12-01', limit: 1 })
  expect(read()).toBeLessThan(600)
})

test('a page looks at a bounded number of rows, the next one goes on from there, and more are not counted', async () => {
  const large = createRecordedLog()
  for (let index = 0; index < 50; index++)
    large.append(`usage-${ada}.2026-11`, addressesVerified({ valid: 999, invalid: 1 }))
  const { query, all, count } = queryOver(large.events, large.now())
  const first = await query({ account: ada, sandbox: false }, { domain: 'nowhere.example', limit: 10 })
  expect(first).toMatchObject({ decisions: [], nextCursor: expect.any(String) })
  expect(sharedWork.verdictQueries.scannedRows).toBeLessThan(50_000)
  expect(await all({ decision: 'deny' })).toHaveLength(50)
  expect(await count({ decision: 'deny' })).toBeNull()
})
