// Rebuilding read models of a generated history, byte for byte.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { verifyInScratch } from '../../src/composition/scratch.js'
import { foldSlice } from '../../src/eventing/fold.js'
import type { AnyProjection } from '../../src/eventing/projection.js'
import { dump } from '../../src/eventing/verify.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import type { Collection, Document } from '../../src/kernel/ports/documentStore.js'
import { createChance } from '../../testbed/chance.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import {
  allProjections,
  createPassingClock,
  openRooms,
  type Rooms,
  writeHistory,
} from '../../testbed/features/history.js'
import { collect } from '../../testbed/given/events.js'

const EVENTS = 1_500
/** Pauses of each reader and of the writer: without, they leave no time to rebuild. */
const BETWEEN_LOOKS_MS = 5
const BETWEEN_WRITES_MS = 300
const seed = Date.now() % 1_000_000
const chance = createChance(seed)
const clock = createPassingClock(Date.UTC(2026, 0, 29))

let directory: string
let dns: DnsServer
let rooms: Rooms

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mailproof-rebuild-'))
  dns = await startDnsServer(mailZone())
  rooms = await openRooms(directory, clock, dns.port)
  await writeHistory(rooms, { chance, clock, events: EVENTS })
  await untilFolded()
})

afterAll(async () => {
  await rooms.close()
  await dns.close()
  await rm(directory, { recursive: true, force: true })
})

const names = allProjections.map(({ name }) => name)

async function untilFolded(): Promise<void> {
  expect(await rooms.flow.runner.waitForPosition(await rooms.store.head(), names, 120_000)).toBe(true)
}

const wholeLog = (): Promise<Recorded[]> => collect(rooms.store.readAll())

async function textOf(collection: Collection): Promise<string> {
  let text = ''
  for await (const line of dump(collection)) text += line
  expect(text).not.toBe('')
  return text
}

const live = async (projection: AnyProjection) => (await rooms.generations.live(projection)).generation

async function dumpAll(): Promise<{ [model: string]: string }> {
  const texts: { [model: string]: string } = {}
  for (const projection of allProjections) texts[projection.name] = await textOf((await live(projection)).collection)
  return texts
}

describe(`a generated history (seed ${seed})`, () => {
  test('has events of every type, over several months', async () => {
    const events = await wholeLog()
    expect(events.length).toBeGreaterThanOrEqual(EVENTS)
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        'AccountRegistered',
        'EmailConfirmationRequested',
        'ApiKeyGenerated',
        'ApiKeyIssued',
        'ApiKeyRevoked',
        'PlanChanged',
        'RestrictedKeyGenerated',
        'LimitsOverridden',
        'AddressKeepingChanged',
        'AddressVerified',
        'AddressesVerified',
        'UsageThresholdReached',
        'UsageLimitReached',
        'OutcomesRecorded',
        'MailboxChecked',
        'MailboxForgotten',
        'WebhookRegistered',
        'WebhookChanged',
        'WebhookSecretRotated',
        'WebhookDisabled',
        'WebhookEnabled',
        'WebhookDeleted',
        'ValidationContributed',
        'AddressForgotten',
        'RulesDraftPut',
        'RulesActivated',
        'RulesRolledBack',
        'ListPut',
        'ListChunkPut',
        'BacktestRequested',
        'BacktestAdvanced',
        'BacktestCompleted',
        'BacktestCancelled',
        'BatchSubmitted',
        'BatchStarted',
        'BatchChunkVerified',
        'BatchCompleted',
        'BatchFailed',
        'BatchCancelled',
        'BatchDeleted',
      ]),
    )
    const months = new Set(
      events.filter(({ type }) => type === 'AddressVerified').map(({ stream }) => stream.slice(-7)),
    )
    expect(months.size).toBeGreaterThan(1)
  })

  test('gives every read model byte for byte with repeated delivery, in slices of any size', async () => {
    const events = await wholeLog()
    const documents = createLmdbDocumentStore({ path: join(directory, 'sliced.mdb') })
    try {
      for (const projection of allProjections) {
        const collection = documents.collection<Document>({
          name: projection.name,
          ...(projection.indexes && { indexes: projection.indexes }),
        })
        for (let at = 0; at < events.length; ) {
          const end = at + chance.between(1, chance.pick([1, 10, 2_000]))
          await foldSlice(projection, collection, events.slice(at, end))
          if (chance.happens(0.3)) await foldSlice(projection, collection, events.slice(chance.between(0, at), end))
          at = end
        }
        await foldSlice(projection, collection, events)
        expect(await textOf(collection)).toBe(await textOf((await live(projection)).collection))
      }
    } finally {
      await documents.close()
    }
  })

  test('gives every read model byte for byte after a rebuild of all', async () => {
    const before = await dumpAll()
    const rebuilt = await rooms.flow.rebuild(names)
    expect(rebuilt.map(({ model }) => model)).toEqual(names)
    for (const [index, projection] of allProjections.entries()) {
      expect((await live(projection)).number).toBe(rebuilt[index]!.generation)
    }
    expect(await dumpAll()).toEqual(before)
  })

  test('gives every read model byte for byte after all documents are lost', async () => {
    const before = await dumpAll()
    await rooms.close()
    for (const file of ['documents.mdb', 'documents.mdb-lock']) await rm(join(directory, file), { force: true })
    rooms = await openRooms(directory, clock, dns.port)
    await untilFolded()
    expect(await dumpAll()).toEqual(before)
    expect((await verifyInScratch(rooms.flow, names)).map(({ different }) => different)).toEqual(names.map(() => []))
  })
})

describe('repeated rebuilds during appends', () => {
  test('show no reader an empty model, a missing document or an older one', async () => {
    const problems: string[] = []
    /** Looks of each reader. */
    const looks: number[] = []
    let done = false

    /** Polls one document of each model, and a list: all exist before it starts. */
    async function poll(projection: AnyProjection, id: string): Promise<void> {
      const model = rooms.flow.eventing.read(projection)
      let seen = ''
      for (const reader = looks.push(0) - 1; !done; looks[reader]!++) {
        const found = await model.get(id)
        if (!found) problems.push(`${projection.name} ${id} is gone`)
        else if (found.position < seen) problems.push(`${projection.name} ${id} went back`)
        else seen = found.position
        await sleep(BETWEEN_LOOKS_MS)
      }
    }

    async function pollList(): Promise<void> {
      const model = rooms.flow.eventing.read(allProjections[0]!)
      let most = 0
      for (const reader = looks.push(0) - 1; !done; looks[reader]!++) {
        const { items } = await model.find({ index: 'byCreation', limit: 100 })
        if (items.length < most) problems.push(`the list of accounts shrank from ${most} to ${items.length}`)
        most = Math.max(most, items.length)
        await sleep(BETWEEN_LOOKS_MS)
      }
    }

    const idsToPoll = await Promise.all(
      allProjections.map(async (projection) => {
        const ids: string[] = []
        // What was said of a mailbox may be forgotten meanwhile, unlike what is known of a domain.
        for await (const { id } of (await live(projection)).collection.all())
          if (projection.name !== 'mailboxes' || id.includes('.')) ids.push(id)
        return { projection, ids: [ids[0]!, ids.at(-1)!, chance.pick(ids)] }
      }),
    )
    const readers = [pollList(), ...idsToPoll.flatMap(({ projection, ids }) => ids.map((id) => poll(projection, id)))]
    const writer = (async () => {
      for (; !done; await sleep(BETWEEN_WRITES_MS)) await writeHistory(rooms, { chance, clock, events: 50 })
    })()
    // More than twice if readers are slow: each of them looks several times.
    for (let round = 0; round < 2 || Math.min(...looks) <= 10; round++) await rooms.flow.rebuild(names)
    done = true
    await Promise.all(readers)
    await writer

    expect({ seed, problems: [...new Set(problems)] }).toEqual({ seed, problems: [] })
    await untilFolded()
    expect((await verifyInScratch(rooms.flow, names)).map(({ different }) => different)).toEqual(names.map(() => []))
  })
})
