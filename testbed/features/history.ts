// All features over real stores, without a transport, and generated months of their use.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { createResolver } from '../../src/adapters/dns/resolver.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createMemoryLedger } from '../../src/adapters/ledger/memory.js'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createPinoLog } from '../../src/adapters/log/pino.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { projections } from '../../src/composition/projections.js'
import { eventTypes } from '../../src/eventCategories.js'
import { erasures } from '../../src/eventing/erasureIndex.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { withUpcasters } from '../../src/eventing/upcast.js'
import { type Caller, createAccounts, PLAN_IDS } from '../../src/features/accounts/index.js'
import { createBacktests } from '../../src/features/backtests/index.js'
import * as decide from '../../src/features/batches/decide.js'
import type { BatchEvent } from '../../src/features/batches/events.js'
import { batch, type SubmittedBatch } from '../../src/features/batches/state.js'
import { createMailboxRecords } from '../../src/features/mailboxes/index.js'
import { createOutcomes } from '../../src/features/outcomes/index.js'
import { type AddressForgotten, PUBLIC_POOL } from '../../src/features/pool/events.js'
import { createPool } from '../../src/features/pool/index.js'
import { contributionIdsOf } from '../../src/features/pool/state.js'
import { createRules } from '../../src/features/rules/index.js'
import { createVerdicts } from '../../src/features/verdicts/index.js'
import {
  canonicalAddress,
  createHashAddress,
  createVerdictEngine,
  createVerification,
} from '../../src/features/verification/index.js'
import { WEBHOOK_EVENTS } from '../../src/features/webhooks/events.js'
import { createWebhooks } from '../../src/features/webhooks/index.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import { Failure } from '../../src/kernel/failure.js'
import { newId } from '../../src/kernel/ids.js'
import { monthOf } from '../../src/kernel/months.js'
import type { Outbound } from '../../src/kernel/ports/outbound.js'
import { upcasters } from '../../src/upcasters.js'
import type { Chance } from '../chance.js'
import { columns, submitted } from '../given/batchEvents.js'
import { addressNamed } from '../given/poolEvents.js'
import { LISTS } from '../given/verificationEvents.js'

/** The read models of the features. */
export const allProjections = projections.filter((projection) => projection !== erasures)

/** A clock that advances with every command, so that a history spans months. */
export function createPassingClock(start: number) {
  let now = start
  return {
    now: () => now,
    pass(milliseconds: number): void {
      now += milliseconds
    },
  }
}

/** Sends nothing, and accepts any URL. */
const noReceiver: Outbound = {
  problemOf: async () => undefined,
  post: async () => ({ outcome: 'unanswered', cause: 'connection', reason: 'no receiver', durationMs: 0 }),
  close: async () => {},
}

/** The features over real stores in one directory, without a transport, on the given clock. */
export async function openRooms(directory: string, clock: { now(): number }, dnsPort: number) {
  const log = createPinoLog('silent')
  const store = withUpcasters(
    createLmdbEventStore({ path: join(directory, 'events.mdb'), clock }),
    upcasters,
    eventTypes,
  )
  const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
  const vault = createLmdbVault({ path: join(directory, 'vault.mdb'), rootKey: Buffer.alloc(32, 7) })
  const flow = await createEventing({ store, documents, projections: allProjections, clock, log })
  const { eventing } = flow
  const resolver = createResolver({ servers: [{ address: '127.0.0.1', port: dnsPort }], timeoutMs: 2_000 })
  const deriveKey = createKeyDerivation(Buffer.alloc(32, 7))
  const accounts = createAccounts({
    confirmsEmail: true,
    deriveKey,
    eventing,
    documents,
    vault,
    clock,
    log,
    isMailbox: () => true,
    registration: 'open',
  })
  const engine = createVerdictEngine({ resolver, clock, budgetMs: 4_000 })
  const pool = createPool({
    eventing,
    ledger: createMemoryLedger({ clock }),
    clock,
    deriveKey,
    accounts,
    minContributors: 2,
    contributorMinDays: 0,
    domainMinAddresses: 5,
    domainMinContributors: 3,
    isBigProvider: engine.isBigProvider,
  })
  const limiter = createMemoryLimiter({ clock })
  const hashAddress = createHashAddress({ vault, clock })
  const outcomes = createOutcomes({
    eventing,
    clock,
    limiter,
    hashAddress: (account, email) => hashAddress(account, canonicalAddress(email)),
    get: () => Promise.reject(new Error('nothing is fetched')),
    countSenderEvents: () => {},
  })
  const mailboxRecords = createMailboxRecords({ eventing, deriveKey, clock })
  const rules = createRules({ eventing, vault, clock, shared: false, limiter })
  const verification = createVerification({
    hashAddress,
    knownBounces: outcomes.knownBounces,
    eventing,
    vault,
    engine,
    pool,
    ledger: createMemoryLedger(),
    limiter,
    clock,
    rulesOf: rules.rulesOf,
    deadlineMs: 5_000,
    batchDeadlineMs: 30_000,
    agentDeadlineMs: 60_000,
  })
  const verdicts = createVerdicts({
    eventing,
    clock,
    hashAddress,
    async *listJobs() {},
    decideAgain: engine.decideAgain,
    openAddresses: verification.openAddresses,
  })
  const backtests = createBacktests({
    eventing,
    feed: { listen: async () => () => {}, close() {} },
    vault,
    jobs: { enqueue: async () => {} },
    limiter,
    clock,
    log,
    rules,
    verdicts,
    outcomes,
  })
  const webhooks = createWebhooks({
    eventing,
    documents,
    vault,
    outbound: noReceiver,
    jobs: { enqueue: async () => {} },
    clock,
    log,
    deriveKey,
    random: () => 0.5,
    version: '0.0.0',
    baseUrl: 'https://mailproof.test',
    presentAnswer: (notice) => notice,
    getEndedBatch: async () => undefined,
    downloadPathOf: (batch) => `/v1/batch/${batch}/download`,
    subscribersChanged: verification.subscribersChanged,
    count: () => {},
  })
  flow.runner.start()
  return {
    store,
    flow,
    accounts,
    verification,
    outcomes,
    mailboxRecords,
    rules,
    backtests,
    vault,
    webhooks,
    generations: createGenerations(documents),
    async close() {
      await accounts.close()
      await flow.runner.stop()
      await Promise.all([store.close(), documents.close(), vault.close(), resolver.close()])
    },
  }
}

export type Rooms = Awaited<ReturnType<typeof openRooms>>

const DOMAINS = [
  'explicit.mailproof.net',
  'implicit.mailproof.net',
  'null-mx.mailproof.net',
  'missing.mailproof.net',
  'servfail.mailproof.net',
  'gmail.com',
  'mailinator.com',
  'duck.com',
]
/** Concurrent commands. */
const AT_ONCE = 64
/** So that ten thousand events span more than a month. */
const LONGEST_PAUSE_MS = 10 * 60_000

interface HistoryOptions {
  readonly chance: Chance
  readonly clock: ReturnType<typeof createPassingClock>
  readonly events: number
}

/** Rounds of random commands after which a read model that is still empty has none that it folds. */
const MAX_ROUNDS = 20

/**
 * Writes events until every read model has a document.
 * @throws Error if one gets none, however many are written
 */
export async function fillReadModels(rooms: Rooms, options: HistoryOptions): Promise<void> {
  let missing: string | undefined
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await writeHistory(rooms, options)
    missing = await emptyReadModel(rooms)
    if (missing === undefined) return
  }
  throw new Error(`The read model ${missing} stays empty: writeHistory executes no command whose events it folds.`)
}

/** A read model that is still empty, once all are up to date. */
async function emptyReadModel({ store, flow, generations }: Rooms): Promise<string | undefined> {
  const names = allProjections.map(({ name }) => name)
  assert.ok(await flow.runner.waitForPosition(await store.head(), names, 120_000))
  for (const projection of allProjections) {
    const { generation } = await generations.live(projection)
    if ((await generation.collection.all()[Symbol.asyncIterator]().next()).done) return projection.name
  }
  return undefined
}

/**
 * Executes random commands of every kind until they have written this many events: accounts with their keys, plans,
 * limits, webhooks, rules and lists, single verifications and batches, including some that are refused.
 */
export async function writeHistory(
  { flow, accounts, verification, outcomes, mailboxRecords, rules, backtests, webhooks }: Rooms,
  { chance, clock, events }: HistoryOptions,
): Promise<void> {
  const keys = new Set<string>()
  let written = 0

  const actorOf = (id: string) => {
    const command = newId()
    return { id, correlationId: command, commandId: command }
  }
  const address = () => `${chance.pick(['ada', 'info', 'k.goedel', 'a b', ''])}@${chance.pick(DOMAINS)}`

  async function makeAccount(): Promise<number> {
    const { apiKey } = await accounts.createAccount({ email: 'ada@example.org', name: 'Ada' }, actorOf('system'))
    keys.add(apiKey)
    return 3
  }

  async function makeKey(caller: Caller): Promise<number> {
    const replaces = chance.happens(0.3) ? { revokeCurrentAfter: chance.between(0, 86_400) } : {}
    const limited = chance.happens(0.2) && { scopes: ['verify', 'admin'] as const, networks: ['203.0.113.0/24'] }
    const name = { name: 'key', expiresInDays: chance.between(1, 90), sandbox: chance.happens(0.1) }
    const input = { ...name, ...replaces, ...limited }
    const { apiKey } = await accounts.generateKey(caller, input, actorOf(caller.account))
    keys.add(apiKey)
    return 'revokeCurrentAfter' in replaces ? 3 : 2
  }

  async function revokeKey(caller: Caller): Promise<number> {
    return (await accounts.revokeKey(caller, caller.key, actorOf(caller.account))) === 'revoked' ? 1 : 0
  }

  async function changeLimits({ account }: Caller): Promise<number> {
    const limit = () => (chance.happens(0.3) ? null : chance.between(1, 2_000))
    const limits = { perMinute: limit(), perMonth: limit() }
    return (await accounts.setLimits(account, limits, actorOf('operator'))) === 'changed' ? 1 : 0
  }

  async function changeKeeping(caller: Caller): Promise<number> {
    const before = (await accounts.getAccount(caller)).keepAddressesDays
    const keepAddressesDays = chance.pick([0, 7, 90])
    await accounts.updateAccount(caller, { keepAddressesDays }, actorOf(caller.account))
    return before === keepAddressesDays ? 0 : 1
  }

  async function changePlan({ account }: Caller): Promise<number> {
    return (await accounts.setPlan(account, chance.pick(PLAN_IDS), actorOf('operator'))) === 'changed' ? 1 : 0
  }

  /** A webhook that is changed in every way and stays, or one that is created and deleted. */
  async function manageWebhook(
    caller: Caller,
    { isDeleted, rotates, isEnabled } = {
      isDeleted: chance.happens(0.3),
      rotates: chance.happens(0.5),
      isEnabled: chance.happens(0.5),
    },
  ): Promise<number> {
    const actor = () => actorOf(caller.account)
    const events = chance.happens(0.5) ? null : [chance.pick(WEBHOOK_EVENTS)]
    const { webhook } = await webhooks.createWebhook(caller, { url: 'https://hooks.example.com/1', events }, actor())
    if (isDeleted) {
      await webhooks.deleteWebhook(caller, webhook.id, actor())
      return 2
    }
    const url = 'https://hooks.example.com/2'
    await webhooks.updateWebhook(caller, webhook.id, { url, status: 'disabled' }, actor())
    if (rotates) await webhooks.rotateWebhookSecret(caller, webhook.id, actor())
    if (isEnabled) await webhooks.updateWebhook(caller, webhook.id, { status: 'enabled' }, actor())
    return 3
  }

  /** Rules that are drafted and activated, an earlier version again, or another list. */
  async function changeRules(caller: Caller): Promise<number> {
    const actor = () => actorOf(caller.account)
    if (chance.happens(0.3)) {
      const entries = DOMAINS.filter(() => chance.happens(0.4))
      await rules.putList(caller, chance.pick(['allow', 'deny']), [...entries, 'ada@gmail.com'], actor())
      return 3
    }
    const domain = { fact: 'domain', op: 'eq', value: chance.pick(DOMAINS) }
    const hour = { fact: 'hour', op: 'lt', value: chance.between(1, 23) }
    const when = chance.pick([
      domain,
      { not: domain },
      { any: [domain, hour] },
      { fact: 'mx', op: 'under', value: 'net' },
    ])
    const action = chance.pick(['allow', 'review', 'deny'])
    await rules.putRulesDraft(caller, [{ name: 'it', when, action, message: 'Ask us.' }], actor())
    const { version } = await rules.activateRules(caller, {}, actor())
    if (chance.happens(0.7)) return 2
    await rules.rollbackRules(caller, chance.between(0, version), actor())
    return 3
  }

  /** A backtest of the live rules, which is run or cancelled. */
  async function tryRules(caller: Caller): Promise<number> {
    const actor = () => actorOf(caller.account)
    const lists = chance.pick(['then', 'now'] as const)
    const { id } = await backtests.createBacktest(caller, { rules: 'live', lists }, actor())
    if (chance.happens(0.3)) await backtests.cancelBacktest(caller, id, actor())
    else await backtests.runBacktest(id, { signal: new AbortController().signal })
    return 2
  }

  async function verify(caller: Caller): Promise<number> {
    const call = { actor: actorOf(caller.account) }
    const way = chance.between(1, 10)
    if (way <= 5)
      await verification.verifyEmail(
        caller,
        { email: address(), debug: chance.happens(0.1), share: chance.happens(0.3) },
        call,
      )
    else if (way <= 8) await verification.verifyEmailSignals(caller, { email: address() }, call)
    else {
      const emails = Array.from({ length: chance.between(1, 40) }, address)
      await verification.verifyBatch(caller, { emails, debug: false, share: false }, call)
    }
    return caller.sandbox ? 0 : 1
  }

  /** Outcomes of some addresses, which contradict each other and earlier ones. */
  async function report(caller: Caller): Promise<number> {
    const one = () => ({
      email: address(),
      ...chance.pick([
        { outcome: 'delivered' },
        { outcome: 'complained' },
        { outcome: 'bounced', bounceType: 'hard' },
      ] as const),
    })
    const reported = { outcomes: Array.from({ length: chance.between(1, 20) }, one) }
    return (await outcomes.recordOutcomes(caller, reported, actorOf(caller.account))).recorded > 0 ? 1 : 0
  }

  /** What a mail server says of a mailbox, or nothing more of it. */
  async function askServer(): Promise<number> {
    const domain = chance.pick(DOMAINS)
    const mailbox = `${chance.pick(['ada', 'bob', 'cleo'])}@${domain}`
    if (chance.happens(0.2)) return (await mailboxRecords.forgetMailbox(mailbox, actorOf('operator'))) ? 1 : 0
    const said = chance.pick([
      { result: 'exists', acceptAll: 'no', code: 250, table: 1, final: true },
      { result: 'accept_all', acceptAll: 'yes', code: 250, table: 1, final: true },
      { result: 'greylisted', acceptAll: 'unknown', code: 450, table: 1, final: false, retryAt: clock.now() + 300_000 },
    ] as const)
    await mailboxRecords.memory.remember(mailbox, domain, { ...said, operator: domain, checkedAt: clock.now() })
    return 1
  }

  /** Written directly to the log, decided as its writer does: verdicts do not matter for a history. */
  async function runBatch(
    { account, sandbox }: Caller,
    { total, fails, isDeleted } = {
      total: chance.pick([3, 6]),
      fails: chance.happens(0.5),
      isDeleted: chance.happens(0.3),
    },
  ): Promise<number> {
    const id = newId()
    const reserved = sandbox ? 0 : 3
    const chunk = { rows: 3, valid: 2, unknown: 1, charged: sandbox ? 0 : 2, released: sandbox ? 0 : 1, steps: null }
    const steps: ((state: SubmittedBatch) => BatchEvent[])[] = [
      decide.startBatch,
      (state) =>
        decide.recordChunk(state, {
          ...chunk,
          results: columns({ valid: 2, unknown: 1 }),
          durationMs: 9,
          lists: LISTS,
        }),
      ...(fails ? [(state: SubmittedBatch) => decide.failBatch(state, 'Its input was deleted.')] : []),
      (state) => (state.status === 'failed' ? [] : decide.cancelBatch(state, account)),
      ...(isDeleted ? [(state: SubmittedBatch) => decide.cancelBatch(state, account, sandbox, 'ended')] : []),
    ]
    const data = { account, sandbox, reserved, month: monthOf(clock.now()), total, offsets: [0] }
    const begin = submitted(data)
    await flow.eventing.handle(batch(id), actorOf(account), () => [begin])
    let written = 1
    for (const step of steps) {
      const { state } = await flow.eventing.load(batch(id))
      if (state.status === 'none') break
      const decided = step(state)
      await flow.eventing.handle(batch(id), actorOf('system'), () => decided)
      written += decided.length
    }
    return written
  }

  /** @throws Failure for a key that has ended; it is not used again */
  async function authenticate(key: string): Promise<Caller> {
    try {
      return await accounts.authenticate(key)
    } catch (error) {
      keys.delete(key)
      throw error
    }
  }

  async function oneCommand(): Promise<number> {
    const share = chance.between(1, 1_000)
    if (keys.size === 0 || share <= 20) return makeAccount()
    const caller = await authenticate(chance.pick([...keys]))
    if (share <= 50) return makeKey(caller)
    if (share <= 60) return revokeKey(caller)
    if (share <= 80) return changeLimits(caller)
    if (share <= 88) return changePlan(caller)
    if (share <= 91) return changeKeeping(caller)
    if (share <= 105) return manageWebhook(caller)
    if (share <= 115) return runBatch(caller)
    if (share <= 135) return report(caller)
    if (share <= 150) return changeRules(caller)
    if (share <= 170) return askServer()
    if (share <= 174) return tryRules(caller)
    return verify(caller)
  }

  /** What chance may have left out, so that any history of a thousand events has every type. */
  async function doWhatIsRare(): Promise<void> {
    const { account, apiKey } = await accounts.createAccount(
      { email: 'ada@example.org', name: 'Ada' },
      actorOf('system'),
    )
    const caller = await accounts.authenticate(apiKey)
    const when = { fact: 'status', op: 'eq', value: 'unknown' }
    await accounts.updateAccount(caller, { keepAddressesDays: 30 }, actorOf(account.id))
    await rules.putRulesDraft(caller, [{ when, action: 'review' }], actorOf(account.id))
    const { id } = await backtests.createBacktest(caller, { rules: 'draft', lists: 'then' }, actorOf(account.id))
    await backtests.cancelBacktest(caller, id, actorOf(account.id))
    await manageWebhook(caller, { isDeleted: true, rotates: false, isEnabled: false })
    await manageWebhook(caller, { isDeleted: false, rotates: true, isEnabled: true })
    const of = { pool: PUBLIC_POOL, address: addressNamed(account.id) }
    const forgotten: AddressForgotten = { type: 'AddressForgotten', data: { ...of, contributions: [] } }
    await flow.eventing.handle(contributionIdsOf(of), actorOf('operator'), () => [forgotten])
    const said = { result: 'exists', acceptAll: 'no', code: 250, table: 1, final: true, operator: 'gmail' } as const
    const mailbox = `${account.id}@gmail.com`
    await mailboxRecords.memory.remember(mailbox, 'gmail.com', { ...said, checkedAt: clock.now() })
    await mailboxRecords.forgetMailbox(mailbox, actorOf('operator'))
    await accounts.setLimits(account.id, { perMinute: null, perMonth: 10 }, actorOf('operator'))
    // Callers are cached for a second.
    clock.pass(2_000)
    const limited = await accounts.authenticate(apiKey)
    // Charged, whatever DNS says.
    const call = { actor: actorOf(account.id) }
    const emails = Array.from({ length: 9 }, (_, n) => `nobody${n}@nowhere.invalid`)
    await verification.verifyBatch(limited, { emails, debug: false, share: false }, call)
    const email = 'nobody@nowhere.invalid'
    await verification.verifyEmail(limited, { email, debug: false, share: false }, call)
    const tried = await backtests.createBacktest(caller, { rules: 'draft', lists: 'then' }, actorOf(account.id))
    await backtests.runBacktest(tried.id, { signal: new AbortController().signal })
    await rules.activateRules(caller, {}, actorOf(account.id))
    await rules.rollbackRules(caller, 0, actorOf(account.id))
    await rules.putList(caller, 'deny', ['explicit.mailproof.net', 'ada@gmail.com'], actorOf(account.id))
    const sharing = await accounts.createAccount({ email: 'ada@example.org', name: 'Ada' }, actorOf('system'))
    await accounts.setPlan(sharing.account.id, 'growth', actorOf('operator'))
    const shared = { email: `${account.id}@explicit.mailproof.net`, debug: false, share: true }
    await verification.verifyEmail(await accounts.authenticate(sharing.apiKey), shared, {
      actor: actorOf(sharing.account.id),
    })
    await runBatch(caller, { total: 3, fails: false, isDeleted: false })
    await runBatch(caller, { total: 6, fails: true, isDeleted: false })
    await runBatch(caller, { total: 6, fails: false, isDeleted: true })
  }

  async function work(): Promise<void> {
    while (written < events) {
      clock.pass(chance.between(0, LONGEST_PAUSE_MS))
      try {
        const more = await oneCommand()
        written += more
      } catch (error) {
        // A revoked key, a used-up quota or an eleventh key is refused, as it should be.
        if (!(error instanceof Failure)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await doWhatIsRare()
}
