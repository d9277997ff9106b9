// Counts of verdicts: every number equals a count over the log.
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Eventing } from '../../src/eventing/eventing.js'
import { foldSlice } from '../../src/eventing/fold.js'
import type { BatchChunkVerified } from '../../src/features/batches/events.js'
import { MAX_VALUES, NO_COUNTS, withRows } from '../../src/features/verdicts/projections/counts.js'
import { type VerdictsDocument, verdicts } from '../../src/features/verdicts/projections/verdicts.js'
import { createGetVerdicts, type VerdictsInput } from '../../src/features/verdicts/queries/getVerdicts.js'
import { encodeCodes, type Judgement, judgementCode } from '../../src/features/verification/encoding.js'
import type { AddressesVerified, AddressVerified } from '../../src/features/verification/events.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import type { Find } from '../../src/kernel/ports/documentStore.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { upcasters } from '../../src/upcasters.js'
import { type Chance, createChance } from '../../testbed/chance.js'
import { ada, bob } from '../../testbed/given/accountEvents.js'
import { chunkVerified } from '../../testbed/given/batchEvents.js'
import { documentsOf } from '../../testbed/given/documentsOf.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { addressesVerified, addressVerified } from '../../testbed/given/verificationEvents.js'
import { createMemoryCollection } from '../eventing/memoryCollection.js'

/** A verdict as the log records it, with when and to whom; undefined = not recorded. */
interface Given {
  readonly account: string
  readonly at: number
  readonly api: string
  readonly status: 'valid' | 'invalid' | 'unknown'
  readonly judgement: Judgement | undefined
  readonly provider: string | null | undefined
  readonly domain: string | null | undefined
  readonly bits: number
  readonly typo: boolean | undefined
  readonly pooled: boolean
}

const JUDGEMENTS: readonly (readonly [Given['status'], Judgement])[] = [
  ['valid', { decision: 'allow', reasons: ['deliverable'], route: 'explicit' }],
  ['valid', { decision: 'review', reasons: ['role_account', 'plus_addressing'], route: 'explicit' }],
  ['valid', { decision: 'deny', reasons: ['disposable', 'probable_typo'], route: 'implicit' }],
  ['invalid', { decision: 'deny', reasons: ['null_mx'], route: 'null_mx' }],
  ['unknown', { decision: 'review', reasons: ['dns_timeout'], route: 'timeout' }],
]
const DOMAINS = ['gmail.com', 'example.net', 'constructor', 'other', 'xn--mnchen-3ya.de']
const PROVIDERS = ['gmail', 'outlook', null]
const LETTERS = { valid: 'v', invalid: 'i', unknown: 'u' } as const

const upcast = (event: DomainEvent): DomainEvent => {
  const { upcast } = upcasters.find(({ type }) => type === event.type)!
  return { ...event, data: upcast(event.data as never) } as DomainEvent
}

/** Events of two accounts over some weeks, of both versions, and what each of them says. */
function randomLog(chance: Chance, count: number) {
  const log = createRecordedLog()
  const given: Given[] = []
  const row = (): Omit<Given, 'account' | 'at' | 'api' | 'pooled'> => {
    const [status, judgement] = chance.pick(JUDGEMENTS)
    const typo = judgement.reasons.includes('probable_typo')
    return {
      status,
      judgement,
      typo,
      provider: chance.pick(PROVIDERS),
      domain: chance.pick(DOMAINS),
      bits: chance.between(0, 7),
    }
  }
  for (let event = 0; event < count; event++) {
    log.wait(chance.between(0, 10 * 60_000))
    const account = chance.pick([ada, ada, bob])
    const at = log.now()
    const isOld = chance.happens(0.3)
    const kind = chance.between(0, 9)
    const stream = `usage-${account}.2026-11`
    if (kind < 7) {
      const made = row()
      const pooled = chance.happens(0.2)
      const api = chance.pick(['v1', 'v2'] as const)
      const single = addressVerified({
        ...singleData(made),
        account,
        api,
        ...(pooled && { pool: { pool: 'public', lookUps: 1, hits: 1 } }),
      })
      if (isOld) {
        const { decision, reasons, route, suggestion, lists, address, key, ...old } = single.data
        log.append(stream, upcast({ type: 'AddressVerified', data: old }))
        given.push({ ...made, account, at, api, pooled, judgement: undefined, typo: undefined })
      } else {
        log.append(stream, single)
        given.push({ ...made, account, at, api, pooled })
      }
      continue
    }
    const rows = Array.from({ length: chance.between(1, 12) }, row)
    const hits = chance.between(0, rows.length)
    if (kind === 7) {
      const sandbox = chance.happens(0.2)
      log.append(`batch-${account}`, batchEvent(account, rows, hits, { isOld, sandbox }))
      if (!sandbox)
        given.push(
          ...rows.map((each, index) => ({
            ...each,
            account,
            at,
            api: 'batch',
            domain: undefined,
            pooled: index < hits,
            ...(isOld && { judgement: undefined }),
          })),
        )
    } else {
      log.append(stream, callEvent(account, rows, hits, isOld))
      given.push(
        ...rows.map((each, index) => ({
          ...each,
          account,
          at,
          api: 'call',
          pooled: index < hits,
          ...(isOld && { judgement: undefined, provider: undefined, typo: undefined }),
        })),
      )
    }
  }
  return { events: log.events, given, end: log.now() }
}

type Row = Pick<Given, 'status' | 'judgement' | 'provider' | 'domain' | 'bits' | 'typo'>

function singleData({ status, judgement, provider, domain, bits, typo }: Row): Partial<AddressVerified['data']> {
  const { decision, reasons, route } = judgement!
  return {
    status,
    decision,
    ...(reasons[0] !== 'deliverable' && { reasons }),
    ...(route !== 'explicit' && { route }),
    ...(typo && { suggestion: 'gmail.com' }),
    provider: provider!,
    domain: domain!,
    disposable: (bits & 1) !== 0,
    role: (bits & 2) !== 0,
    free: (bits & 4) !== 0,
  }
}

const lettersOf = (rows: readonly Row[]): string => rows.map(({ status }) => LETTERS[status]).join('')
const codesOf = (rows: readonly Row[]) => encodeCodes(rows.map(({ judgement }) => judgementCode(judgement!)))
const meantOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.flatMap(({ typo }, row) => (typo ? [[row, 'gmail.com']] : [])))

/** In a call, a domain has one provider: each row gets a domain of its own. */
function callEvent(account: string, rows: readonly Row[], hits: number, isOld: boolean): DomainEvent {
  const { data } = addressesVerified({ valid: rows.length }, 0, account)
  const providers = [...new Set(rows.flatMap(({ provider }) => provider ?? []))]
  const columns = {
    status: lettersOf(rows),
    flags: rows.map(({ bits }) => bits).join(''),
    domains: rows.map(({ domain }) => domain!),
    domain: rows.map((_, row) => row),
    pool: { pool: 'public', lookUps: rows.length, hits },
  }
  if (isOld) {
    const { providers: _, provider: __, codes: ___, code: ____, lists, key, ...old } = data
    return upcast({ type: 'AddressesVerified', data: { ...old, ...columns } })
  }
  const provider = rows.map(({ provider }) => (provider ? providers.indexOf(provider) : -1))
  const suggestion = rows.flatMap(({ typo }, row) => (typo ? [row, 0] : []))
  const suggested = suggestion.length > 0 && { suggestions: ['gmail.com'], suggestion }
  const event: AddressesVerified['data'] = { ...data, ...columns, ...codesOf(rows), providers, provider, ...suggested }
  return { type: 'AddressesVerified', data: event }
}

function batchEvent(
  account: string,
  rows: readonly Row[],
  hits: number,
  { isOld, sandbox }: { isOld: boolean; sandbox: boolean },
): DomainEvent {
  const providers = [...new Set(rows.flatMap(({ provider }) => provider ?? []))]
  const results: BatchChunkVerified['data']['results'] = {
    status: lettersOf(rows),
    reason: '-'.repeat(rows.length),
    flags: rows
      .map(({ bits }) => `1${bits + 8}`.replace(/1(\d+)/, (_, sum: string) => `1${Number(sum).toString(16)}`))
      .join(''),
    providers,
    provider: rows.map(({ provider }) => (provider ? providers.indexOf(provider) : -1)),
    meant: meantOf(rows),
    pooled: Object.fromEntries(Array.from({ length: hits }, (_, row) => [row, [9_000, 3] as const])),
    ...(!isOld && codesOf(rows)),
  }
  const event = chunkVerified({ valid: rows.length }, undefined, { account, sandbox, results })
  if (!isOld) return event
  const { lists, key, ...old } = event.data
  return upcast({ type: 'BatchChunkVerified', data: old })
}

const PAGE = 100

/** The query over documents in memory, in pages. */
function queryOver(documents: readonly VerdictsDocument[], now: number) {
  const find = async ({ equals, range, after }: Find) => {
    const from = Number(after ?? 0)
    const found = documents
      .filter(
        ({ owner, span, at }) =>
          owner === equals!.owner && span === equals!.span && at >= range!.from! && at < range!.to!,
      )
      .sort((a, b) => (a.at < b.at ? -1 : 1))
    const items = found.slice(from, from + PAGE).map((document) => ({ id: '', position: '', document }))
    return { items, ...(from + PAGE < found.length && { next: String(from + PAGE) }) }
  }
  const eventing = { waitForHead: async () => true, read: () => ({ find }) } as unknown as Eventing
  return createGetVerdicts({ eventing, clock: { now: () => now }, fairly: (_, __, query) => query() })
}

type Counted = { [value: string]: number }

const countBy = (rows: readonly Given[], of: (given: Given) => string | null | undefined): Counted => {
  const counts: Counted = {}
  for (const row of rows) {
    const value = of(row)
    const name = value === null ? 'none' : value === undefined ? 'unknown' : `=${value}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

const VALUE_OF: { readonly [by in NonNullable<VerdictsInput['by']>]: (given: Given) => string | null | undefined } = {
  status: ({ status }) => status,
  decision: ({ judgement }) => judgement?.decision,
  reason: ({ judgement }) => judgement?.reasons[0],
  provider: ({ provider }) => provider,
  domain: ({ domain }) => domain,
  api: ({ api }) => api,
}

function countsOf(rows: readonly Given[]) {
  const number = (has: (given: Given) => boolean) => rows.filter(has).length
  const status = (name: string) => number((row) => row.status === name)
  const decision = (name: string | undefined) => number(({ judgement }) => judgement?.decision === name)
  return {
    total: rows.length,
    status: { valid: status('valid'), invalid: status('invalid'), unknown: status('unknown') },
    decision: {
      allow: decision('allow'),
      review: decision('review'),
      deny: decision('deny'),
      unknown: decision(undefined),
    },
    disposable: number(({ bits }) => (bits & 1) !== 0),
    role: number(({ bits }) => (bits & 2) !== 0),
    free: number(({ bits }) => (bits & 4) !== 0),
    typo: number(({ typo }) => typo === true),
    typoUnknown: number(({ typo }) => typo === undefined),
    pooled: number(({ pooled }) => pooled),
  }
}

/** Slices of a log, each with some events of the one before it, as after a crash. */
function slicesOf(events: readonly Recorded[], chance: Chance): (readonly Recorded[])[] {
  const slices: (readonly Recorded[])[] = []
  for (let from = 0; from < events.length; ) {
    const size = chance.between(1, 400)
    slices.push(events.slice(Math.max(0, from - chance.between(0, 200)), from + size))
    from += size
  }
  return slices
}

async function folded(slices: readonly (readonly Recorded[])[]): Promise<VerdictsDocument[]> {
  const { collection } = createMemoryCollection()
  for (const slice of slices) await foldSlice(verdicts, collection, slice)
  const documents: VerdictsDocument[] = []
  for await (const { document } of collection.all()) documents.push(document as VerdictsDocument)
  return documents
}

/** The first row at or after a time. */
function indexOf(rows: readonly Given[], time: number): number {
  let low = 0
  for (let high = rows.length; low < high; ) {
    const middle = (low + high) >> 1
    if (rows[middle]!.at < time) low = middle + 1
    else high = middle
  }
  return low
}

describe('every number', () => {
  const chance = createChance(27)
  const { events, given, end } = randomLog(chance, 10_000)
  let rebuilt: VerdictsDocument[]
  beforeAll(async () => {
    rebuilt = await folded([events])
  })

  test('is the same when events are doubled, sliced and rebuilt', async () => {
    const byId = (documents: readonly VerdictsDocument[]) =>
      new Map(
        documents.map((document) => [`${document.owner} ${document.api} ${document.span} ${document.at}`, document]),
      )
    const sliced = byId(await folded(slicesOf(events, chance)))
    expect(sliced.size).toBeGreaterThan(1_000)
    expect(sliced).toEqual(byId(rebuilt))
  })

  test.each([
    ['hour', 'UTC', 'reason', undefined],
    ['hour', 'Asia/Kolkata', 'domain', 'v2'],
    ['day', 'UTC', 'domain', undefined],
    ['day', 'Europe/Berlin', 'provider', undefined],
    ['day', 'America/St_Johns', 'status', 'call'],
    ['month', 'UTC', 'decision', 'batch'],
    ['month', 'Pacific/Auckland', 'api', undefined],
  ] as const)('equals a count over the log by %s in %s, by %s, of %s', async (interval, timezone, by, api) => {
    const from = new Date(end - (interval === 'hour' ? 700 * HOUR_MS : 34 * DAY_MS)).toISOString()
    const input = { interval, timezone, by, api, from, limit: 100 }
    for (const account of [ada, bob]) {
      const view = await queryOver(rebuilt, end)({ account, sandbox: false }, input)
      const own = given.filter((row) => row.account === account && (api === undefined || row.api === api))
      const within = ({ start, end }: { start: string; end: string }) =>
        own.slice(indexOf(own, Date.parse(start)), indexOf(own, Date.parse(end)))
      expect(view.range.counts.total).toBeGreaterThan(100)
      expect(view.previous.counts).toEqual(countsOf(within(view.previous)))
      for (const period of [view.range, ...view.periods]) {
        expect(period.counts).toEqual(countsOf(within(period)))
        const { values, none, unknown, other } = period.breakdown!
        const counted = Object.fromEntries(
          [...values.map(({ value, count }) => [`=${value}`, count]), ['none', none], ['unknown', unknown]].filter(
            ([, count]) => Number(count) > 0,
          ),
        )
        expect(counted).toEqual(countBy(within(period), VALUE_OF[by]))
        expect(other).toBe(0)
      }
      for (const [index, { start }] of view.periods.entries())
        if (index > 0) expect(start).toBe(view.periods[index - 1]!.end)
    }
  })
})

const NO_FLAGS = { disposable: false, role: false, free: false, typo: false }

describe('a document', () => {
  test('stays bounded: further domains are counted together', () => {
    let counts = NO_COUNTS
    for (let domain = 0; domain < 3 * MAX_VALUES; domain++) {
      const row = { status: 'valid', decision: 'allow', reason: 'deliverable', provider: null, ...NO_FLAGS } as const
      const domains = [{ domain: `d${domain}.example`, count: 2 }]
      counts = withRows(counts, { rows: [{ row, count: 2 }], domains, pooled: 0 })
    }
    expect(counts.domains.values).toHaveLength(MAX_VALUES)
    expect(counts.domains.other).toBe(4 * MAX_VALUES)
    expect(JSON.stringify(counts).length).toBeLessThan(16 * 1_024)
  })

  test('is not written for the batch of a sandbox key', () => {
    const log = createRecordedLog()
    log.append('batch-x', chunkVerified({ valid: 3 }, undefined, { sandbox: true }))
    expect(documentsOf(verdicts, log.events)).toEqual({})
  })
})
