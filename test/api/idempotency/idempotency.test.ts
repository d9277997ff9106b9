// Idempotency-Key over any command: replays, conflicts, lost responses and dead processes.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbVault } from '../../../src/adapters/vault/vault.js'
import type { CallName } from '../../../src/api/idempotency/callNames.js'
import { type Command, createIdempotency, type Idempotency } from '../../../src/api/idempotency/idempotency.js'
import type { CallRecord } from '../../../src/api/idempotency/records.js'
import type { AnyReply } from '../../../src/api/operation.js'
import { canonicalJson } from '../../../src/kernel/canonicalJson.js'
import { createKeyDerivation } from '../../../src/kernel/crypto/keyDerivation.js'
import { Failure } from '../../../src/kernel/failure.js'
import { newId, sha256 } from '../../../src/kernel/ids.js'
import type { DocumentStore } from '../../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../src/kernel/ports/eventStore.js'
import type { Vault } from '../../../src/kernel/ports/vault.js'
import { eventually } from '../../../testbed/eventually.js'
import fc from '../../../testbed/fastCheck.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CALL: CallName = { account: 'ada', sandbox: false, operation: 'generateKey', key: 'first try' }
const REQUEST = { body: { name: 'web', nested: { b: 1, a: [1, 2] } }, query: {}, params: {} }

let directory: ReturnType<typeof tempDirectory>
let stores: DocumentStore[]
let vaults: Vault[]
let rootKey: Buffer
let now: number
let warnings: string[]

const clock = { now: () => now }
const log = { error: () => {}, info: () => {}, warn: (_: object, message: string) => warnings.push(message) }

/** Another process on the same files, with separate memory. */
function process(change: Partial<DocumentStore> = {}, alone = false): Idempotency {
  const documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey })
  stores.push(documents)
  vaults.push(vault)
  const deriveKey = createKeyDerivation(rootKey)
  return createIdempotency({ documents: { ...documents, ...change }, vault, clock, log, deriveKey, alone })
}

beforeEach(() => {
  directory = tempDirectory()
  stores = []
  vaults = []
  rootKey = randomBytes(32)
  now = Date.parse('2026-11-21T09:30:00Z')
  warnings = []
})
afterEach(async () => {
  await Promise.all([...stores, ...vaults].map((store) => store.close()))
  directory.remove()
})

/** A complete call, as the pipeline makes it. */
async function call(
  { commandOf, once }: Idempotency,
  perform: (command: Command) => AnyReply | Promise<AnyReply>,
  { name = CALL, request = REQUEST }: { name?: CallName; request?: unknown } = {},
): Promise<AnyReply> {
  const command = await commandOf(name)
  return once(name, command, request, () => perform(command))
}

/** A command that counts its executions. */
function counter() {
  const commands: Command[] = []
  const perform = (command: Command): AnyReply => {
    commands.push(command)
    return { status: 201, body: { number: commands.length, secret: command.seed }, headers: { 'X-Own': '1' } }
  }
  return { commands, perform }
}

const records = () =>
  stores[0]!.collection<CallRecord>({ name: 'idempotency', indexes: { byExpiry: ['expiresAt', '_id'] } })
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'done',
    (error: Failure) => error.code ?? error.message,
  )

describe('a repeated call', () => {
  test('gets the same response, marked as a replay, and does nothing', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    const first = await call(idempotency, perform)
    const again = await call(idempotency, perform)
    expect(commands).toHaveLength(1)
    expect(first.headers).not.toHaveProperty('Idempotent-Replayed')
    expect(again).toEqual({ ...first, headers: { 'X-Own': '1', 'Idempotent-Replayed': 'true' } })
  })

  test('gets it from another process too, and for a day', async () => {
    const [one, other] = [process(), process()]
    const { commands, perform } = counter()
    const first = await call(one, perform)
    now += DAY - 1
    expect((await call(other, perform)).body).toEqual(first.body)
    expect(commands).toHaveLength(1)
  })

  test('is a new command after a day', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    await call(idempotency, perform)
    now += DAY
    const later = await call(idempotency, perform, { request: { body: 'another' } })
    expect(later.headers).toEqual({ 'X-Own': '1' })
    expect(new Set(commands.map(({ id }) => id)).size).toBe(2)
    expect(new Set(commands.map(({ seed }) => seed)).size).toBe(2)
  })

  test('is recognised whatever the order of its members', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    await call(idempotency, perform)
    const turned = { params: {}, query: {}, body: { nested: { a: [1, 2], b: 1 }, name: 'web' } }
    await call(idempotency, perform, { request: turned })
    expect(commands).toHaveLength(1)
  })

  test('with another request is rejected, whatever differs, and the first response stays', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    await call(idempotency, perform)
    const others = [
      { ...REQUEST, body: { ...REQUEST.body, name: 'Web' } },
      { ...REQUEST, body: { ...REQUEST.body, nested: { b: 1, a: [2, 1] } } },
      { ...REQUEST, body: undefined },
      { ...REQUEST, params: { webhookId: 'wh_2' } },
      { ...REQUEST, query: { page: 1 } },
    ]
    for (const request of others) {
      expect(await codeOf(call(idempotency, perform, { request }))).toBe('IDEMPOTENCY_KEY_REUSED')
    }
    expect((await call(idempotency, perform)).body).toMatchObject({ number: 1 })
    expect(commands).toHaveLength(1)
  })

  test('of another account, operation or key is another call', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    const names = [
      CALL,
      { ...CALL, account: 'bob' },
      { ...CALL, operation: 'createWebhook' },
      { ...CALL, key: 'first try ' },
      { ...CALL, key: 'First try' },
    ]
    for (const name of names) await call(idempotency, perform, { name })
    expect(commands).toHaveLength(names.length)
    expect(new Set(commands.map(({ id }) => id)).size).toBe(names.length)
    expect(new Set(commands.map(({ seed }) => seed)).size).toBe(names.length)
  })
})

describe('concurrent calls with one key', () => {
  test('run once for a hundred calls in two processes; the others wait or get the same response', async () => {
    const processes = [process(), process()]
    const { commands, perform } = counter()
    const slow = async (command: Command) => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return perform(command)
    }
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_, racer) => {
        for (;;) {
          const outcome = await call(processes[racer % 2]!, slow).catch((error: Failure) => error)
          if (!(outcome instanceof Failure)) return outcome
          expect(outcome.code).toBe('IDEMPOTENCY_IN_PROGRESS')
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }),
    )
    expect(commands).toHaveLength(1)
    expect(new Set(outcomes.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(outcomes.filter(({ headers }) => headers?.['Idempotent-Replayed'] === undefined)).toHaveLength(1)
  })

  test('with different requests: one wins, the others are rejected as different', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, racer) => codeOf(call(idempotency, perform, { request: { body: racer } }))),
    )
    expect(commands).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    for (const outcome of outcomes) {
      expect(['done', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS']).toContain(outcome)
    }
  })
})

describe('a failed call', () => {
  const refuse = () => {
    throw new Failure('TOO_MANY_KEYS', 'Delete one first.')
  }

  test('that was rejected has done nothing: its key is free, also for a corrected request', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    expect(await codeOf(call(idempotency, refuse))).toBe('TOO_MANY_KEYS')
    expect(await codeOf(call(idempotency, refuse))).toBe('TOO_MANY_KEYS')
    const corrected = await call(idempotency, perform, { request: { body: 'corrected' } })
    expect(corrected.body).toMatchObject({ number: 1 })
    expect(corrected.headers).toEqual({ 'X-Own': '1' })
    expect(commands).toHaveLength(1)
  })

  test.each([
    ['a store', new StoreUnavailable('the log does not answer')],
    ['our own mistake', new Error('undefined is not a function')],
    ['a failure of the service', new Failure('SERVICE_UNAVAILABLE', 'Please try again in a moment.')],
  ])('because of %s is retried as the same command, and only with the same request', async (_, error) => {
    const idempotency = process()
    const { commands, perform } = counter()
    const failing = (command: Command) => {
      commands.push(command)
      throw error
    }
    await expect(call(idempotency, failing)).rejects.toBe(error)
    expect(await codeOf(call(idempotency, perform, { request: 'another' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await call(process(), perform)).body).toMatchObject({ number: 2 })
    expect(commands[1]).toEqual(commands[0])
  })

  test('whose retry is rejected may still have taken effect: its key stays bound to its request', async () => {
    const idempotency = process()
    const { perform } = counter()
    await codeOf(
      call(idempotency, () => {
        throw new Error('lost')
      }),
    )
    expect(await codeOf(call(idempotency, refuse))).toBe('TOO_MANY_KEYS')
    expect(await codeOf(call(idempotency, perform, { request: 'another' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect((await call(idempotency, perform)).status).toBe(201)
  })
})

describe('a call whose process died', () => {
  const never = () => new Promise<AnyReply>(() => {})

  test('is in progress for a minute, and then retried by the next call as the same command', async () => {
    const commands: Command[] = []
    void call(process(), (command) => {
      commands.push(command)
      return never()
    })
    const other = process()
    while (commands.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const { perform, commands: done } = counter()
    now += MINUTE - 1
    expect(await codeOf(call(other, perform))).toBe('IDEMPOTENCY_IN_PROGRESS')
    expect(await codeOf(call(other, perform, { request: 'another' }))).toBe('IDEMPOTENCY_KEY_REUSED')
    now += 1
    expect((await call(other, perform)).status).toBe(201)
    expect(done).toEqual(commands)
  })

  test('is retried immediately by a process that starts alone; calls of its own are still waited for', async () => {
    const dead = process()
    const ids: string[] = []
    const hang = (command: Command) => {
      ids.push(command.id)
      return new Promise<AnyReply>(() => {})
    }
    void call(dead, hang)
    await eventually(
      () => ids.length,
      (started) => started === 1,
    )
    now += 1
    const beside = process()
    expect(await codeOf(call(beside, hang))).toBe('IDEMPOTENCY_IN_PROGRESS')
    const alone = process({}, true)
    void call(alone, hang)
    await eventually(
      () => ids.length,
      (started) => started === 2,
    )
    expect(ids[1]).toBe(ids[0])
    now += 1
    expect(await codeOf(call(alone, hang))).toBe('IDEMPOTENCY_IN_PROGRESS')
  })

  test('does not overwrite the result of another process if it was only slow', async () => {
    let finish = (_: AnyReply) => {}
    let began = false
    const slow = call(process(), () => {
      began = true
      return new Promise<AnyReply>((resolve) => {
        finish = resolve
      })
    })
    while (!began) await new Promise((resolve) => setTimeout(resolve, 5))
    now += MINUTE
    const other = process()
    const { perform } = counter()
    const answered = await call(other, perform)
    finish({ status: 201, body: 'late' })
    expect((await slow).body).toBe('late')
    expect((await call(other, perform)).body).toEqual(answered.body)
  })
})

describe('a stored response', () => {
  test('is sealed, including any secret in it, and cannot be opened by others', async () => {
    const idempotency = process()
    await call(idempotency, () => ({ status: 201, body: { api_key: 'mpk_very-secret' } }))
    const kept: unknown[] = []
    for await (const record of records().all()) kept.push(record)
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toMatch(/mpk_|web|first try/)
  })

  test("cannot be used to confirm a guess of the key or the request without the service's secret", async () => {
    await call(process(), (command) => ({ status: 201, body: command.id }))
    const kept: { readonly id: string; readonly document: CallRecord | null }[] = []
    for await (const record of records().all()) kept.push(record)
    const guesses = [
      sha256('ada generateKey first try'),
      sha256(canonicalJson(REQUEST)),
      sha256(JSON.stringify(REQUEST)),
    ]
    for (const guess of guesses) expect(JSON.stringify(kept)).not.toContain(guess)
  })

  test('is deleted by the sweep after a day, and nothing else is', async () => {
    const idempotency = process()
    const { commands, perform } = counter()
    for (let index = 0; index < 30; index++)
      await call(idempotency, perform, { name: { ...CALL, key: `old ${index}` } })
    now += DAY / 2
    await call(idempotency, perform, { name: { ...CALL, key: 'young' } })
    now += DAY / 2
    await idempotency.sweepIdempotency()
    const left: string[] = []
    for await (const { id } of records().all()) left.push(id)
    expect(left).toHaveLength(1)
    await call(idempotency, perform, { name: { ...CALL, key: 'young' } })
    expect(commands).toHaveLength(31)
    // A key whose record was swept behaves like an unused one.
    expect((await call(idempotency, perform, { name: { ...CALL, key: 'old 0' } })).body).toMatchObject({ number: 32 })
  })

  test('need not be stored for the caller to get its response', async () => {
    let broken = false
    const idempotency = process()
    const documents: DocumentStore = {
      ...stores[0]!,
      collection: (definition) => {
        const collection = stores[0]!.collection(definition)
        const write: typeof collection.write = (changes) =>
          broken ? Promise.reject(new StoreUnavailable('the disk is full')) : collection.write(changes)
        return { ...collection, write } as never
      },
    }
    const { once, commandOf } = createIdempotency({
      documents,
      vault: vaults[0]!,
      clock,
      log,
      deriveKey: createKeyDerivation(rootKey),
    })
    const reply = await call({ once, commandOf } as Idempotency, () => {
      broken = true
      return { status: 201, body: 'made' }
    })
    expect(reply.body).toBe('made')
    expect(warnings).toHaveLength(1)
    broken = false
    expect(await codeOf(call(idempotency, counter().perform))).toBe('IDEMPOTENCY_IN_PROGRESS')
  })
})

describe('a record of a release that did not key its fingerprints', () => {
  const EARLIER_ID = sha256('ada generateKey first try')

  /** A record as such a release wrote it. */
  async function leave(state: CallRecord['state']): Promise<CallRecord> {
    const seal = (text: string) => vaults[0]!.seal('ada', text)
    const answer = state === 'done' ? await seal(JSON.stringify({ status: 201, body: 'made', headers: {} })) : null
    const document: CallRecord = {
      owner: 'ada',
      fingerprint: sha256(canonicalJson(REQUEST)),
      state,
      since: now,
      commandId: newId(),
      seed: await seal('the first seed'),
      answer,
      expiresAt: now + DAY,
    }
    await records().write([{ id: EARLIER_ID, position: '1'.padStart(32, '0'), document }])
    return document
  }

  test('is replayed, and not executed again', async () => {
    const idempotency = process()
    await leave('done')
    const { commands, perform } = counter()
    const reply = await call(idempotency, perform)
    expect(reply).toMatchObject({ status: 201, body: 'made', headers: { 'Idempotent-Replayed': 'true' } })
    expect(await codeOf(call(idempotency, perform, { request: { another: 1 } }))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(commands).toHaveLength(0)
  })

  test.each(['running', 'open'] as const)('that was %s is taken over as the same command', async (state) => {
    const idempotency = process()
    const { commandId } = await leave(state)
    now += MINUTE
    const { commands, perform } = counter()
    expect(await codeOf(call(idempotency, perform, { request: { another: 1 } }))).toBe('IDEMPOTENCY_KEY_REUSED')
    await call(idempotency, perform)
    expect(commands).toEqual([{ id: commandId, seed: 'the first seed' }])
    expect((await call(idempotency, perform)).headers).toMatchObject({ 'Idempotent-Replayed': 'true' })
    expect(commands).toHaveLength(1)
    // Records written from now on are keyed.
    const [record] = await records().getMany([EARLIER_ID])
    expect(record?.document?.fingerprint).not.toBe(sha256(canonicalJson(REQUEST)))
  })

  test('is ignored after its day', async () => {
    const idempotency = process()
    const { commandId } = await leave('done')
    now += DAY
    const { commands, perform } = counter()
    await call(idempotency, perform)
    expect(commands).toHaveLength(1)
    expect(commands[0]!.id).not.toBe(commandId)
  })
})

test('for any key and any request, the first call is executed, and every other is replayed or rejected', async () => {
  const idempotency = process()
  const key = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
    maxLength: 255,
  })
  await fc.assert(
    fc.asyncProperty(key, fc.jsonValue(), fc.jsonValue(), async (chosen, first, second) => {
      const name = { ...CALL, key: chosen, operation: String(now++) }
      const { commands, perform } = counter()
      const answered = await call(idempotency, perform, { name, request: first })
      const again = await codeOf(call(idempotency, perform, { name, request: second }))
      const same = JSON.stringify(sorted(first)) === JSON.stringify(sorted(second))
      expect(again).toBe(same ? 'done' : 'IDEMPOTENCY_KEY_REUSED')
      expect((await call(idempotency, perform, { name, request: first })).body).toEqual(answered.body)
      expect(commands).toHaveLength(1)
    }),
    { numRuns: 100 },
  )
})

/** The same value with its members sorted, and objects still apart from arrays. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return { members: members.map(([name, member]) => [name, sorted(member)]) }
}
