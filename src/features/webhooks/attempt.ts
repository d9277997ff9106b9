import { type Clock, iso } from '../../kernel/clock.js'
import type { Log } from '../../kernel/log.js'
import type { Stored } from '../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import type { Answered, Outbound, Unanswered } from '../../kernel/ports/outbound.js'
import type { Vault } from '../../kernel/ports/vault.js'
import type { DisableWebhook } from './commands/disableWebhook.js'
import type { Contents } from './deliveries/contents.js'
import type { Deliveries } from './deliveries/deliveries.js'
import type { HealthRecords } from './deliveries/health.js'
import { afterAttempt, type DeliveryRecord, isGone, isSuccess } from './deliveries/record.js'
import { isWebhook } from './endpoint.js'
import type { LargeBodies } from './largeBodies.js'
import type { WebhookOutcome } from './outcome.js'
import { isTimeout, type Receiver } from './receiverHealth.js'
import { FAILING_MS } from './schedule.js'
import { sign } from './signature.js'
import type { Target } from './targets.js'

/** Characters of an answer that are kept. */
const MAX_RESPONSE = 1_000

export interface AttemptDependencies {
  readonly deliveries: Deliveries
  readonly contents: Contents
  readonly health: HealthRecords
  readonly disableWebhook: DisableWebhook
  readonly largeBodies: LargeBodies
  readonly outbound: Outbound
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** From 0 to 1, by chance. */
  readonly random: () => number
  /** Of this program, for the user agent. */
  readonly version: string
  readonly count: (outcome: WebhookOutcome) => void
}

/** Where an attempt goes. */
export interface Way {
  readonly target: Target
  readonly receiver: Receiver
  /** Aborts when the service stops: what was cut off then was no failure of the target's. */
  readonly signal: AbortSignal
}

interface Timing {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type MakeAttempt = ReturnType<typeof createAttempt>

/**
 * One attempt: the same id and the same bytes as every other of its delivery. Its outcome is durable when it resolves;
 * a process that dies before that makes the attempt again.
 */
export function createAttempt(dependencies: AttemptDependencies) {
  const { deliveries, contents, health, disableWebhook, largeBodies } = dependencies
  const { outbound, vault, clock, log, random, version, count } = dependencies

  /** undefined when there is nothing that could be sent. */
  async function bodyOf({ id, document }: Stored<DeliveryRecord>): Promise<string | undefined> {
    try {
      return await contents.open(document.content)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      log.error({ error, delivery: id }, 'a delivery cannot be opened, and is given up')
      return undefined
    }
  }

  function send(id: string, body: string, { url, secrets }: Target, now: number, timing: Timing) {
    const timestamp = Math.floor(now / 1_000)
    const headers = {
      'content-type': 'application/json',
      'user-agent': `mailproof/${version}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id, timestamp, body }, secrets),
    }
    return outbound.post(url, { headers, body, ...timing })
  }

  async function note(endpoint: string, owner: string, answer: Answered | Unanswered, at: number): Promise<void> {
    const { failingSince } = await health.note(endpoint, owner, isSuccess(answer), at)
    if (isGone(answer)) await disableWebhook(endpoint, 'gone')
    else if (failingSince !== null && at - failingSince >= FAILING_MS) await disableWebhook(endpoint, 'failing')
  }

  /** Sends a body, and keeps what came of it. */
  async function make(
    delivery: Stored<DeliveryRecord>,
    { target, receiver, signal }: Way,
    body: string | undefined,
  ): Promise<'done' | 'timeout'> {
    const { id, document: began } = delivery
    if (body === undefined) {
      await deliveries.giveUp(delivery, 'unreadable', iso(clock.now()))
      return 'done'
    }
    const at = clock.now()
    const timeoutMs = receiver.begin()
    const answer = await send(id, body, target, at, { timeoutMs, signal })
    if (signal.aborted && answer.outcome === 'unanswered') return 'done'
    receiver.note(answer, timeoutMs)
    const text = answer.outcome === 'answered' ? answer.body.slice(0, MAX_RESPONSE) : answer.reason
    const attempt = {
      at: iso(at),
      statusCode: answer.outcome === 'answered' ? answer.status : null,
      durationMs: answer.durationMs,
      response: await vault.seal(began.owner, text),
      unsent: null,
    }
    const outcome = { answer, attempt, now: clock.now(), chance: random() }
    const counted = await deliveries.revise(id, (record) => afterAttempt(record, began, outcome), delivery)
    if (counted) count(outcomeOf(answer, counted))
    if (counted && isWebhook(began.endpoint)) await note(began.endpoint, began.owner, answer, outcome.now)
    return isTimeout(answer) ? 'timeout' : 'done'
  }

  /** undefined where it is large: then it is opened again, once there is a permit for it. */
  async function makeUnlessLarge(delivery: Stored<DeliveryRecord>, way: Way): Promise<AttemptEnd | undefined> {
    const { content } = delivery.document
    if (largeBodies.isKnown(content)) return undefined
    const body = await bodyOf(delivery)
    return body !== undefined && largeBodies.isLarge(content, body) ? undefined : make(delivery, way, body)
  }

  return async (delivery: Stored<DeliveryRecord>, way: Way): Promise<AttemptEnd> =>
    (await makeUnlessLarge(delivery, way)) ??
    largeBodies.withPermit(delivery.document.owner, way.signal, async () => make(delivery, way, await bodyOf(delivery)))
}

/** `timeout`: the receiver did not answer in time; `busy`: no attempt was made, because too many are under way. */
export type AttemptEnd = 'done' | 'timeout' | 'busy'

const outcomeOf = (answer: Answered | Unanswered, { status }: DeliveryRecord): WebhookOutcome =>
  isSuccess(answer) ? 'delivered' : status === 'pending' ? 'retried' : 'failed'
