// Every event type has a schema, a fixture and a way from its old versions.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { eventCategories } from '../../src/eventCategories.js'
import { foldSlice } from '../../src/eventing/fold.js'
import { newEvents } from '../../src/eventing/newEvents.js'
import type { AnyProjection } from '../../src/eventing/projection.js'
import type { EventSetAside } from '../../src/eventing/setAside.js'
import { withUpcasters } from '../../src/eventing/upcast.js'
import type { AccountEvent, ApiKeyIssued, InviteIssued } from '../../src/features/accounts/events.js'
import { accountProjections } from '../../src/features/accounts/index.js'
import type { BacktestEvent } from '../../src/features/backtests/events.js'
import { backtestProjections } from '../../src/features/backtests/index.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { batchProjections } from '../../src/features/batches/index.js'
import type { MailboxEvent } from '../../src/features/mailboxes/events.js'
import { mailboxProjections } from '../../src/features/mailboxes/index.js'
import type { OutcomesRecorded } from '../../src/features/outcomes/events.js'
import { outcomeProjections } from '../../src/features/outcomes/index.js'
import type { AddressEvent } from '../../src/features/pool/events.js'
import { poolProjections } from '../../src/features/pool/index.js'
import type { ListChunkPut, RulesEvent } from '../../src/features/rules/events.js'
import { ruleProjections } from '../../src/features/rules/index.js'
import { verdictProjections } from '../../src/features/verdicts/index.js'
import type { LimitEvent, VerificationEvent } from '../../src/features/verification/events.js'
import { verificationProjections } from '../../src/features/verification/index.js'
import type { WebhookEvent } from '../../src/features/webhooks/events.js'
import { webhookProjections } from '../../src/features/webhooks/index.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import type { NewEvent, Recorded } from '../../src/kernel/envelope.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { categoryOf, idOf } from '../../src/kernel/stream.js'
import { upcasters } from '../../src/upcasters.js'
import {
  decidedProblems,
  type EventFile,
  envelopeProblems,
  eventFixtures,
  eventSchemas,
} from '../../testbed/contract/eventSchemas.js'
import { collect } from '../../testbed/given/events.js'
import { createMemoryCollection } from './memoryCollection.js'

type EventType = (
  | AccountEvent
  | ApiKeyIssued
  | InviteIssued
  | VerificationEvent
  | LimitEvent
  | BatchEvent
  | OutcomesRecorded
  | MailboxEvent
  | WebhookEvent
  | RulesEvent
  | ListChunkPut
  | BacktestEvent
  | AddressEvent
  | EventSetAside
)['type']

/** All event types of the unions (checked by the compiler), each with its current version. */
const PRESENT: { readonly [type in EventType]: string } = {
  AccountRegistered: '1',
  ApiKeyGenerated: '1',
  RestrictedKeyGenerated: '1',
  ApiKeyRevoked: '1',
  PlanChanged: '1',
  LimitsOverridden: '1',
  AddressKeepingChanged: '1',
  EmailConfirmationRequested: '1',
  EmailConfirmed: '1',
  AccountErased: '1',
  ApiKeyIssued: '1',
  InviteIssued: '1',
  AddressVerified: '2',
  AddressesVerified: '2',
  UsageThresholdReached: '1',
  UsageLimitReached: '1',
  BatchSubmitted: '1',
  BatchStarted: '1',
  BatchRunFailed: '1',
  BatchChunkVerified: '2',
  BatchCompleted: '1',
  BatchFailed: '1',
  BatchCancelled: '1',
  BatchMailboxesAsked: '1',
  BatchMailboxesEnded: '1',
  BatchDeleted: '1',
  OutcomesRecorded: '1',
  MailboxChecked: '1',
  MailboxForgotten: '1',
  WebhookRegistered: '1',
  WebhookChanged: '1',
  WebhookSecretRotated: '1',
  WebhookDisabled: '1',
  WebhookEnabled: '1',
  WebhookDeleted: '1',
  RulesDraftPut: '1',
  RulesActivated: '1',
  RulesRolledBack: '1',
  ListPut: '1',
  ListChunkPut: '1',
  BacktestRequested: '1',
  BacktestAdvanced: '1',
  BacktestCompleted: '1',
  BacktestCancelled: '1',
  BacktestFailed: '1',
  ValidationContributed: '1',
  AddressForgotten: '1',
  EventSetAside: '1',
}

/** All event types that the sources declare. */
function declaredTypes(): string[] {
  const features = new URL('../../src/features/', import.meta.url)
  const files = readdirSync(features).map((feature) => new URL(`${feature}/events.ts`, features))
  return [...files, new URL('../../src/eventing/setAside.ts', import.meta.url)].flatMap((file) => {
    const source = readEvents(file)
    return [...source.matchAll(/DomainEvent<\s*'([^']+)'/g)].map(([, type]) => type!)
  })
}

function readEvents(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const projections: readonly AnyProjection[] = [
  ...accountProjections,
  ...outcomeProjections,
  ...mailboxProjections,
  ...verificationProjections,
  ...batchProjections,
  ...verdictProjections,
  ...ruleProjections,
  ...backtestProjections,
  ...webhookProjections,
  ...poolProjections,
]
const fixtures = [...eventFixtures].sort(([, a], [, b]) => (a.position < b.position ? -1 : 1))
const recorded = (file: EventFile) => ({ ...file, revision: BigInt(file.revision) }) as Recorded
const isPresent = ([, { type, meta }]: readonly [string, EventFile]) => meta.schema === PRESENT[type as EventType]
const contracts = [...eventSchemas.keys()].filter((name) => name !== 'common')

/** A log of these events, as the program reads it. */
const raised = (files: readonly EventFile[]): Promise<Recorded[]> =>
  collect(
    withUpcasters(
      {
        async *readAll() {
          yield* files.map(recorded)
        },
      } as unknown as EventStore,
      upcasters,
    ).readAll(),
  )

/** What the program passes to the event store when these events are appended. */
async function dressed(stream: string, events: readonly NewEvent[]): Promise<readonly NewEvent[]> {
  let given: readonly NewEvent[] = []
  const store = {
    append: async (_: string, events: readonly NewEvent[]) => {
      given = events
    },
  } as unknown as EventStore
  await withUpcasters(store, upcasters).append(stream, events, { expected: 'any' })
  return given
}

describe('every event type of the code', () => {
  test('has a category, that of the streams which contain it', () => {
    const found = [...eventFixtures.values()].map(({ type, stream }) => [type, categoryOf(stream)] as const)
    expect(new Map([...eventCategories].sort())).toEqual(new Map([...found].sort()))
    expect([...eventCategories.keys()].sort()).toEqual(Object.keys(PRESENT).sort())
  })

  test('has a current version in this suite', () => expect(declaredTypes().sort()).toEqual(Object.keys(PRESENT).sort()))

  test.each(Object.entries(PRESENT))('has a schema and a fixture: %s', (type, version) => {
    expect([...eventSchemas.keys()]).toContain(`${type}.v${version}`)
    expect([...eventFixtures.keys()]).toContain(`${type}.v${version}`)
  })
})

describe('every old version', () => {
  test.each(Object.entries(PRESENT))('can be upcast to the current one: %s', (type, version) => {
    const ways = upcasters.filter((upcaster) => upcaster.type === type).map(({ from }) => from)
    expect(ways.sort()).toEqual(Array.from({ length: Number(version) - 1 }, (_, before) => before + 1))
  })

  test.each(fixtures)('matches the current schema after upcasting: %s', async (_, file) => {
    const [event] = await raised([file])
    expect(event!.meta.schema).toBe(PRESENT[event!.type as EventType])
    expect(envelopeProblems({ ...event!, revision: String(event!.revision) })).toEqual([])
  })
})

describe('every schema', () => {
  test.each(contracts)('has a fixture: %s', (name) => expect([...eventFixtures.keys()]).toContain(name))

  test.each([...eventSchemas])('describes its members, and allows no others: %s', (_, schema) =>
    expect(undescribed(schema, '')).toEqual([]),
  )
})

/** Paths of members without a description, and of objects that take any member. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const found: string[] = []
  const { properties, additionalProperties, $ref } = schema as Record<string, unknown>
  if (properties) {
    if (additionalProperties !== false && $ref === undefined) found.push(`${path} takes any member`)
    for (const [name, member] of Object.entries(properties)) {
      if ($ref === undefined && !(member as { description?: string }).description) found.push(`${path}/${name}`)
    }
  }
  for (const [name, member] of Object.entries(schema)) found.push(...undescribed(member, `${path}/${name}`))
  return found
}

describe('every fixture', () => {
  test.each(fixtures)('matches its schema: %s', (name, event) => {
    expect(name).toBe(`${event.type}.v${event.meta.schema}`)
    expect(envelopeProblems(event)).toEqual([])
  })

  test.each(fixtures)('is rejected with a member missing, and with an extra one: %s', (name, event) => {
    const data = event.data as Record<string, unknown>
    const { required } = (eventSchemas.get(name) as { $defs: { data: { required: string[] } } }).$defs.data
    for (const [whole, rebuilt] of [
      [event, (value: unknown) => value],
      [event.meta, (meta: unknown) => ({ ...event, meta })],
      [data, (changed: unknown) => ({ ...event, data: changed })],
    ] as const) {
      expect(envelopeProblems(rebuilt({ ...whole, more: 1 }) as EventFile)).not.toEqual([])
      for (const member of Object.keys(whole)) {
        if (whole === data && !required.includes(member)) continue
        const { [member]: _less, ...rest } = whole as Record<string, unknown>
        if (member !== 'meta') expect(envelopeProblems(rebuilt(rest) as EventFile)).not.toEqual([])
      }
    }
    expect(decidedProblems({ type: event.type, data: { ...data, account: 'not an id' } })).not.toEqual([])
  })

  test.each(fixtures.filter(isPresent))(
    'would be appended with the same id and metadata again: %s',
    async (_, event) => {
      const { commandId, correlationId, actor: id } = event.meta
      const decided = { type: event.type, data: event.data }
      const again = await dressed(
        event.stream,
        newEvents(event.stream, [decided, decided], { id, correlationId, commandId }),
      )
      expect(again).toContainEqual({ ...decided, id: event.id, meta: event.meta })
    },
  )

  test.each(fixtures)('comes back from the log as it went in: %s', (_, event) =>
    expect(JSON.parse(canonicalJson(recorded(event)))).toEqual(event),
  )

  test.each(fixtures)('can be folded on its own by every projection: %s', async (_, event) => {
    for (const projection of projections) {
      const { collection } = createMemoryCollection()
      await expect(foldSlice(projection, collection, await raised([event]))).resolves.not.toThrow()
    }
  })
})

describe('the history in the fixtures', () => {
  const account = '019aa5b8-6d40-7c31-9a52-3f0e8b7d1c24'
  const key = '019aa5b8-6d41-7f02-8c1d-92a4e5b60f13'
  const digest = '1a612c2b52570d9e20118219c3da4bc4cfd7081d9443871c8fa3b1bc871106e1'

  const restricted = eventFixtures.get('RestrictedKeyGenerated.v1')!.data as Record<string, string>
  const { scopes, publishable, networks, origins } = restricted
  const restrictions = { scopes, publishable, networks, origins }

  const { email, name } = eventFixtures.get('AccountRegistered.v1')!.data as Record<string, string>

  async function documentsOf(model: string): Promise<Record<string, unknown>> {
    const projection = projections.find((candidate) => candidate.name === model)!
    const { collection } = createMemoryCollection()
    await foldSlice(projection, collection, await raised(fixtures.map(([, event]) => event)))
    const documents: Record<string, unknown> = {}
    for await (const stored of collection.all()) documents[stored.id] = stored.document
    return documents
  }

  test('has positions in the order of its times', () => {
    const times = fixtures.map(([, { recordedAt }]) => recordedAt)
    expect(times).toEqual([...times].sort())
    expect(new Set(fixtures.map(([, { position }]) => position)).size).toBe(fixtures.length)
  })

  test('folds into the account with its keys, plan and limits', async () =>
    expect(await documentsOf('accounts')).toEqual({
      [account]: {
        owner: account,
        email,
        name,
        plan: 'growth',
        overrides: { perMinute: 1_200, perMonth: null },
        createdAt: '2026-11-21T09:05:00.288Z',
        updatedAt: '2026-12-30T09:11:00.000Z',
        addressKeeping: { keeping: '019b6e6a-7555-70b9-b1c7-5d2c41e07331', days: 30 },
        emailConfirmedAt: '2026-12-30T09:09:00.000Z',
        keys: [
          {
            id: key,
            digest,
            masked: 'mpk_Fixt…',
            name: null,
            sandbox: false,
            createdAt: '2026-11-21T09:05:00.288Z',
            expiresAt: null,
            revokedAt: '2026-11-23T08:30:00.000Z',
          },
          {
            id: restricted.key,
            digest: restricted.digest,
            masked: 'pk_mp_Fixt…',
            name: null,
            sandbox: false,
            createdAt: '2026-11-22T08:30:00.100Z',
            expiresAt: null,
            revokedAt: null,
            restrictions,
          },
        ],
      },
    }))

  test('folds into lookups by the digests of the keys, one of them revoked and one restricted', async () =>
    expect(await documentsOf('api_keys')).toEqual({
      [digest]: { owner: account, key, sandbox: false, expiresAt: null, revokedAt: '2026-11-23T08:30:00.000Z' },
      [restricted.digest!]: {
        owner: account,
        key: restricted.key,
        sandbox: false,
        expiresAt: null,
        revokedAt: null,
        restrictions,
      },
    }))

  test('folds into the usage of the month, by day', async () =>
    expect(await documentsOf('usage')).toEqual({
      [`${account}.2026-11`]: {
        owner: account,
        month: '2026-11',
        charged: 6,
        use: 6,
        told: 100,
        reserved: 0,
        answered: { valid: 4, invalid: 3, unknown: 1 },
        chargedByDay: [...new Array(20).fill(0), 6],
        answeredByDay: [...new Array(20).fill(0), 8],
      },
      [`${account}.2026-12`]: {
        owner: account,
        month: '2026-12',
        charged: 16,
        use: 16,
        told: 70,
        reserved: -6,
        answered: { valid: 12, invalid: 7, unknown: 3 },
        chargedByDay: [5, 0, 11],
        answeredByDay: [7, 0, 15],
      },
    }))

  test('produces this completed batch, and nothing for batches whose submission it lacks', async () => {
    const { stream, data } = eventFixtures.get('BatchSubmitted.v1')!
    const { rows, file, webhookUrl } = data as Record<string, unknown>
    expect(await documentsOf('batches')).toEqual({
      [idOf(stream)]: {
        owner: account,
        source: 'upload',
        format: 'compact',
        status: 'completed',
        total: 7,
        processed: 7,
        valid: 5,
        unknown: 1,
        disposable: 0,
        role: 1,
        charged: 5,
        deliverable: 3,
        risky: 1,
        mistyped: 1,
        distinct: 6,
        debug: false,
        sandbox: false,
        chunk: 1_000,
        rows,
        offsets: [0],
        file,
        webhookUrl,
        createdAt: '2026-12-01T07:58:03.117Z',
        startedAt: '2026-12-01T07:58:03.140Z',
        completedAt: '2026-12-01T07:58:03.412Z',
        failure: null,
      },
    })
  })

  test('folds into the results of the batch, as recorded', async () => {
    const recorded = ['v1', 'v2'].map((version) => {
      const { stream, data } = eventFixtures.get(`BatchChunkVerified.${version}`)!
      const { from, to, results, steps } = data as Record<string, unknown>
      return [`${idOf(stream)}.0000000`, { owner: account, from, to, results, steps }] as const
    })
    expect(await documentsOf('batch_results')).toEqual(Object.fromEntries(recorded))
  })

  test('produces this pool', async () => {
    const row = {
      owner: account,
      pool: 'public',
      contributions: 1,
      unique: 1,
      credits: 2,
      counted: 1,
      countedUnique: 1,
      valid: 1,
      score: '000000000001.000000000001.fffffffffffffffffffffffffffffedf',
    }
    expect(await documentsOf('leaderboard')).toEqual(
      Object.fromEntries(
        ['2026-12-06', '2026-W49', '2026-12', 'all'].map((bucket) => [
          `public.${bucket}.${account}`,
          { ...row, bucket },
        ]),
      ),
    )
    const { address, weight, ttl, checkedAt } = eventFixtures.get('ValidationContributed.v1')!.data as Record<
      string,
      unknown
    >
    expect(await documentsOf('pool_entries')).toEqual({
      [`public.${address}`]: {
        voters: [
          { account, valid: true, weight, young: true, joined: false, at: Date.parse('2026-12-06T09:30:00.131Z') },
        ],
        contributors: 1,
        established: 0,
        facts: {
          domain: 'gmail.com',
          route: 'explicit',
          provider: 'gmail',
          disposable: false,
          role: false,
          checkedAt,
          ttl,
        },
      },
    })
  })

  test('ends without the webhook and without subscribers', async () => {
    expect(await documentsOf('webhooks')).toEqual({})
    expect(await documentsOf('subscribers')).toEqual({})
  })
})
