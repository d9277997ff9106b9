// Arbitrary histories of several accounts, in which each event is one that the service could decide.
import type { Entity } from '../../src/eventing/entity.js'
import {
  changePlan,
  eraseAccount,
  generateKey,
  overrideLimits,
  registerAccount,
  revokeKey,
} from '../../src/features/accounts/decide.js'
import { PLAN_IDS } from '../../src/features/accounts/plans.js'
import { account as accountEntity } from '../../src/features/accounts/state.js'
import * as backtest from '../../src/features/backtests/decide.js'
import { NO_COUNTS } from '../../src/features/backtests/projections/counts.js'
import {
  type BacktestState,
  backtest as backtestEntity,
  type KnownBacktest,
} from '../../src/features/backtests/state.js'
import {
  type ChunkResult,
  cancelBatch,
  failBatch,
  recordChunk,
  startBatch,
  submitBatch,
} from '../../src/features/batches/decide.js'
import {
  type BatchState,
  batch as batchEntity,
  isFinal,
  type SubmittedBatch,
} from '../../src/features/batches/state.js'
import { mailboxChecked } from '../../src/features/mailboxes/encoding.js'
import { LABELS } from '../../src/features/outcomes/encoding.js'
import type { OutcomeKind } from '../../src/features/outcomes/events.js'
import { contribute, forgetAddress } from '../../src/features/pool/decide.js'
import type { AddressEvent } from '../../src/features/pool/events.js'
import { addressFor, contributionIdsOf } from '../../src/features/pool/state.js'
import { activate, putDraft, putList, type RulesState, rollBack } from '../../src/features/rules/decide.js'
import type { RulesEvent } from '../../src/features/rules/events.js'
import { NO_RULES, type RulesDocument, rules as rulesProjection } from '../../src/features/rules/projections/rules.js'
import {
  changeWebhook,
  deleteWebhook,
  registerWebhook,
  rotateSecret,
  type WebhookChange,
} from '../../src/features/webhooks/decide.js'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/features/webhooks/events.js'
import { type WebhookState, webhook as webhookEntity } from '../../src/features/webhooks/state.js'
import { iso } from '../../src/kernel/clock.js'
import type { DomainEvent, Recorded } from '../../src/kernel/envelope.js'
import { Failure } from '../../src/kernel/failure.js'
import { derivedId } from '../../src/kernel/ids.js'
import { monthOf } from '../../src/kernel/months.js'
import fc from '../fastCheck.js'
import { newKey } from './accountEvents.js'
import { batchId, columns, submitted } from './batchEvents.js'
import { outcomesIn } from './outcomesIn.js'
import { addressNamed, causeId, contribution, sharedResult, using } from './poolEvents.js'
import { createRecordedLog } from './recordedLog.js'
import { entriesOf, listChunkPut } from './ruleEvents.js'
import {
  addressesVerified,
  addressVerified,
  LISTS,
  usageLimitReached,
  usageThresholdReached,
} from './verificationEvents.js'
import { hookRegistered, webhookId } from './webhookEvents.js'

const ACCOUNTS = ['ada', 'bob', 'cleo', 'dan'].map((name) => derivedId(`account ${name}`))
const HOUR = 3_600_000

const step = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  wait: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 200 * HOUR }) }),
  what: fc.constantFrom(
    ...(['generate', 'replace', 'revoke', 'plan', 'limits', 'verify', 'verify', 'verify many', 'limit'] as const),
    ...(['submit', 'submit', 'go on', 'go on', 'go on', 'go on', 'go on', 'fail', 'cancel'] as const),
    ...(['listen', 'listen', 'listen otherwise', 'rotate', 'hear no more'] as const),
    ...(['contribute', 'contribute', 'contribute', 'ask the pool', 'ask the pool of many'] as const),
    ...(['report', 'forget', 'erase', 'ask a server', 'forget what it said'] as const),
    ...(['draft', 'draft', 'activate', 'activate', 'roll back', 'put a list'] as const),
    ...(['test rules', 'go on testing', 'go on testing'] as const),
  ),
  /** A choice, independent of the number of options. */
  which: fc.nat({ max: 1_000 }),
  counts: fc.record({ valid: fc.nat({ max: 9 }), invalid: fc.nat({ max: 9 }), unknown: fc.nat({ max: 9 }) }),
})

type Step = Parameters<Parameters<typeof step.map>[0]>[0]

/** The log after steps decided as the service decides them; a refused step leaves no trace. */
function play(steps: readonly Step[]): readonly Recorded[] {
  const log = createRecordedLog()
  const accounts = thingsIn(log, accountEntity)
  const batches = thingsIn(log, batchEntity)
  const webhooks = thingsIn(log, webhookEntity)
  const rules = thingsIn(log, rulesEntity)
  const backtests = thingsIn(log, backtestEntity)
  const outcomes = outcomesIn(log)
  let made = 0

  for (const { account, wait, what, which, counts } of steps) {
    log.wait(wait)
    const now = iso(log.now())
    const month = monthOf(log.now() - (which % 2) * 24 * HOUR)
    const key = newKey(`key ${made++}`, {
      sandbox: which % 3 === 0,
      expiresAt: which % 4 ? null : iso(log.now() + HOUR),
    })
    accounts.decide(account, (state) =>
      registerAccount(state, { account, email: 'c2VhbGVk', name: null, key: newKey(account) }),
    )
    const known = accounts.states.get(account)!
    const keys = known.status === 'active' ? known.keys : []
    // An erased account's requests were in flight: their results are recorded nevertheless.
    const chosen = keys[which % keys.length]?.id ?? 'none'
    const isOwn = (state: BatchState) => state.status !== 'none' && state.submitted.account === account
    const isOwnOpen = (state: BatchState) => isOwn(state) && !isFinal(state as SubmittedBatch)
    const ofWebhook = (decide: (state: WebhookState, id: string) => WebhookEvent[]) =>
      webhooks.decideOne(which, (state) => state.status !== 'none' && state.account === account, decide)
    switch (what) {
      case 'generate':
        accounts.decide(account, (state) => generateKey(state, { key, now }))
        break
      case 'replace': {
        const replaces = { key: chosen, effectiveAt: iso(log.now() + (which % 5) * HOUR) }
        accounts.decide(account, (state) => generateKey(state, { key, now, replaces }))
        break
      }
      case 'revoke':
        accounts.decide(account, (state) => revokeKey(state, { key: chosen, now }))
        break
      case 'plan':
        accounts.decide(account, (state) => changePlan(state, PLAN_IDS[which % PLAN_IDS.length]!))
        break
      case 'limits':
        accounts.decide(account, (state) =>
          overrideLimits(state, which % 2 ? { perMinute: which } : { perMonth: null }),
        )
        break
      case 'verify': {
        const status = (['valid', 'invalid', 'unknown'] as const)[which % 3]!
        const charged = status === 'unknown' ? 0 : 1
        const tracked = which % 2 === 0 ? ({ tracked: true } as const) : {}
        const address = which % 12
        log.append(`usage-${account}.${month}`, addressVerified({ account, status, charged, address, ...tracked }))
        break
      }
      case 'verify many':
        log.append(`usage-${account}.${month}`, addressesVerified(counts, counts.valid + counts.invalid, account))
        break
      case 'limit':
        log.append(`limit-${account}.${month}.month`, usageThresholdReached(month, 90, account))
        log.append(`limit-${account}.${month}.month`, usageLimitReached(month, account))
        break
      case 'submit': {
        const total = 1 + (which % 12)
        const sandbox = which % 7 === 0
        const reserved = sandbox ? 0 : 1 + (which % total)
        const { data } = submitted({ account, month, sandbox, total, reserved, chunk: 4 })
        batches.decide(batchId(`${made}`), (state) => submitBatch(state, data))
        break
      }
      case 'go on':
        batches.decideOne(which, isOwnOpen, (state) => goOn(state as SubmittedBatch, which))
        break
      case 'fail':
        batches.decideOne(which, isOwn, (state) => failBatch(state as SubmittedBatch, 'Its input was deleted.'))
        break
      case 'cancel':
        batches.decideOne(which, isOwn, (state) => cancelBatch(state, account))
        break
      case 'listen': {
        const { data } = hookRegistered({ account, webhook: webhookId(`${made}`), events: kindsBy(which) })
        webhooks.decide(data.webhook, (state) => registerWebhook(state, data, 0))
        break
      }
      case 'listen otherwise': {
        const status = which % 3 ? 'enabled' : 'disabled'
        const change = which % 2 ? { status, events: kindsBy(which) } : { status, url: 'b3RoZXI' }
        ofWebhook((state, webhook) => changeWebhook(state, { account, webhook }, change as WebhookChange))
        break
      }
      case 'rotate':
        ofWebhook((state, webhook) =>
          rotateSecret(state, { account, webhook }, { secret: 'bmV3', previousUntil: iso(log.now() + 24 * HOUR) }),
        )
        break
      case 'contribute':
        contributeTo(log, account, which, made)
        break
      case 'ask the pool': {
        const use = { pool: poolBy(account, which), lookUps: 1, hits: which % 2 }
        log.append(`usage-${account}.${month}`, using(addressVerified({ account, durationUs: which }), use))
        break
      }
      case 'ask the pool of many': {
        const use = { pool: poolBy(account, which), lookUps: 5, hits: which % 5 }
        log.append(`usage-${account}.${month}`, using(addressesVerified(counts, 0, account), use))
        break
      }
      case 'forget': {
        const of = { pool: poolBy(account, which), address: addressNamed(`${which % 12}`) }
        const { stream, initial, evolve } = contributionIdsOf(of)
        const past = log.events.filter((event) => event.stream === stream) as Recorded<AddressEvent>[]
        log.append(stream, ...forgetAddress(past.reduce(evolve, initial), of))
        break
      }
      case 'erase':
        if (which % 3 === 0) accounts.decide(account, eraseAccount)
        break
      case 'report': {
        const at = log.now() - (which % 5) * HOUR
        const kinds = Object.keys(LABELS) as OutcomeKind[]
        const reported = [0, 1].map((more) => ({
          kind: kinds[(which + more) % kinds.length]!,
          at,
          dated: which % 2 === 0,
          subject: (which + more) % 12,
          found: [],
        }))
        outcomes.report(account, reported)
        break
      }
      case 'ask a server': {
        const final = which % 3 > 0
        const answer = {
          result: final ? 'exists' : 'greylisted',
          acceptAll: (['yes', 'no', 'unknown'] as const)[which % 3]!,
          operator: 'one.example',
          checkedAt: log.now(),
          final,
          ...(!final && { retryAt: log.now() + HOUR }),
        } as const
        log.append(`mailbox-${month}`, mailboxChecked(addressNamed(`${which % 6}`), `d${which % 4}.example`, answer))
        break
      }
      case 'forget what it said':
        log.append(`mailbox-${month}`, { type: 'MailboxForgotten', data: { mailbox: addressNamed(`${which % 6}`) } })
        break
      case 'draft':
        rules.decide(account, () => putDraft(account, 'c2VhbGVk'))
        break
      case 'activate':
        rules.decide(account, (state) => activate(state, { account, count: which, expected: undefined }))
        break
      case 'roll back':
        rules.decide(account, (state) => rollBack(state, account, which % 3))
        break
      case 'put a list': {
        const entries = entriesOf(derivedId(`list ${made}`), { chunks: 1 + (which % 2) })
        for (let chunk = 0; chunk < entries.chunks; chunk++)
          log.append(`list-${entries.id}`, listChunkPut(entries.id, chunk, account))
        rules.decide(account, (state) => putList(state, account, which % 3 ? 'deny' : 'allow', entries))
        break
      }
      case 'test rules': {
        const place = { version: 0, lists: null, position: log.events.at(-1)?.position ?? '', total: which }
        const data = { ...place, account, rules: 'c2VhbGVk', from: log.now() - HOUR, to: log.now() }
        backtests.decide(derivedId(`backtest ${made}`), (state) => backtest.request(state, data))
        break
      }
      case 'go on testing': {
        const isOwnOne = (state: BacktestState) => state.status === 'running' && state.requested.account === account
        backtests.decideOne(which, isOwnOne, (state) => goOnTesting(state as KnownBacktest, which))
        break
      }
      case 'hear no more':
        ofWebhook((state, webhook) => deleteWebhook(state, { account, webhook }))
        break
    }
  }
  return log.events
}

const poolBy = (account: string, which: number): string => (which % 5 === 0 ? account : 'public')

/** One of a few addresses, with its state in the log. */
function contributeTo(log: ReturnType<typeof createRecordedLog>, account: string, which: number, made: number): void {
  const pool = poolBy(account, which)
  const name = `${which % 12}`
  const { stream, initial, evolve } = addressFor({
    pool,
    address: addressNamed(name),
    account,
    cause: causeId(`${made}`),
  })
  const past = log.events.filter((event) => event.stream === stream) as Recorded<AddressEvent>[]
  const batch = which % 3 === 0
  const result = sharedResult({
    address: addressNamed(name),
    domain: `d${which % 4}.example`,
    valid: which % 7 !== 0,
    role: which % 11 === 0,
  })
  const requested = contribution({
    account,
    pool,
    result,
    source: batch ? 'batch' : 'single',
    cause: causeId(`${made}`),
    group: batch ? causeId(`batch ${which % 2}`) : null,
    standing: { age: which * HOUR, maturity: 30 * 24 * HOUR },
    newDomain: past.length === 0 && which % 2 === 0,
    now: log.now(),
  })
  log.append(stream, ...contribute(past.reduce(evolve, initial), requested))
}

/** Entities of one kind with their states, as the service would fold them. */
function thingsIn<State, E extends DomainEvent>(
  log: ReturnType<typeof createRecordedLog>,
  entityOf: (id: string) => Entity<State, E>,
) {
  const states = new Map<string, State>()

  function decide(id: string, decision: (state: State) => readonly E[]): void {
    const { stream, initial, evolve } = entityOf(id)
    const before = states.has(id) ? states.get(id)! : initial
    try {
      const events = log.append(stream, ...decision(before)) as Recorded<E>[]
      if (events.length > 0) states.set(id, events.reduce(evolve, before))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  return {
    states: states as ReadonlyMap<string, State>,
    decide,
    /** A decision about one of the account's entities, in any state; none if there is none. */
    decideOne(
      which: number,
      belongs: (state: State) => boolean,
      decision: (state: State, id: string) => readonly E[],
    ): void {
      const ids = [...states].filter(([, state]) => belongs(state)).map(([id]) => id)
      const id = ids[which % ids.length]
      if (id !== undefined) decide(id, (state) => decision(state, id))
    },
  }
}

const kindsBy = (which: number) => WEBHOOK_EVENTS.filter((_, index) => which % 4 !== index)

const rulesEntity = (account: string): Entity<RulesState, RulesEvent> => ({
  stream: `rules-${account}`,
  initial: NO_RULES,
  evolve: (state, event) => rulesProjection.apply(state as RulesDocument, event, account)!,
})

function goOnTesting(state: KnownBacktest, which: number) {
  if (which % 5 === 0) return [backtest.complete(state)]
  if (which % 5 === 1) return [backtest.fail(state, 'Its rules were deleted.')]
  if (which % 5 === 2) return backtest.cancel(state, state.requested.account)
  const place = { kind: 'usage', name: '2026-11', createdAt: 0, revision: `${which}` } as const
  return [backtest.advance(state, { place, counts: { ...NO_COUNTS, processed: which % 9 } })]
}

/** The next step of its writer. */
const goOn = (state: SubmittedBatch, which: number) =>
  state.status === 'pending' ? startBatch(state) : recordChunk(state, chunkOf(state, which))

/** The totals of the next chunk of a batch: its first rows are distinct, the others repeat them. */
function chunkOf({ submitted, totals }: SubmittedBatch, which: number): ChunkResult {
  const rows = Math.min(submitted.chunk, submitted.total - totals.processed)
  const unknown = which % (rows + 1)
  const invalid = (which >> 3) % (rows - unknown + 1)
  const valid = rows - unknown - invalid
  const firsts = Math.min(rows, Math.max(0, submitted.reserved - totals.processed))
  const charged = Math.min(firsts, valid + invalid)
  return {
    rows,
    valid: valid + unknown,
    unknown,
    charged,
    released: firsts - charged,
    results: columns({ valid, invalid, unknown }),
    steps: null,
    durationMs: which,
    lists: LISTS,
  }
}

/** The history of several accounts over some weeks. */
export const history = (maxSteps: number): fc.Arbitrary<readonly Recorded[]> =>
  fc.array(step, { minLength: 1, maxLength: maxSteps, size: 'max' }).map(play)

/** The same events in an order that no service would write: ends before starts. */
export const disorder = (maxSteps: number): fc.Arbitrary<readonly Recorded[]> =>
  history(maxSteps)
    .chain((events) => fc.shuffledSubarray([...events], { minLength: events.length }))
    .map((events) => events.map((event, index) => ({ ...event, position: (index + 1).toString(16).padStart(32, '0') })))
