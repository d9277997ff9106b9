// One attempt at a delivery, and its outcome.
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Log } from '../../../kernel/log.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../../kernel/ports/eventStore.js'
import type { Answered, Outbound, Unanswered } from '../../../kernel/ports/outbound.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { DisableWebhook } from '../commands/disableWebhook.js'
import type { Contents } from '../deliveries/contents.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { isWebhook } from '../deliveries/endpoint.js'
import type { HealthRecords } from '../deliveries/health.js'
import { applyAttempt, type DeliveryRecord, isGone, isSuccess } from '../deliveries/record.js'
import type { AnnounceRecovery } from '../notifications/announceRecovery.js'
import { isTimeout, type Receiver } from '../receivers/receiverHealth.js'
import { sign } from '../signing/signature.js'
import type { LargeBodies } from './largeBodies.js'
import type { WebhookOutcome } from './outcome.js'
import type { DeliveryTarget } from './targets.js'

/** Characters of a response that are stored. */
const MAX_RESPONSE_LENGTH = 1_000

interface AttemptDependencies {
  readonly deliveries: Deliveries
  readonly contents: Contents
  readonly health: HealthRecords
  readonly disableWebhook: DisableWebhook
  readonly announceRecovery: AnnounceRecovery
  readonly largeBodies: LargeBodies
  readonly outbound: Outbound
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** A random number from 0 to 1. */
  readonly random: () => number
  /** Version of this program, for the user agent. */
  readonly version: string
  readonly count: (outcome: WebhookOutcome) => void
}

/** Where an attempt is sent. */
interface AttemptContext {
  readonly target: DeliveryTarget
  readonly receiver: Receiver
  /** Aborts when the service stops. An attempt that this interrupts does not count as a failure of the target. */
  readonly signal: AbortSignal
}

interface Timing {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type MakeAttempt = ReturnType<typeof createAttempt>

/**
 * Makes one attempt at a delivery. All attempts of a delivery have the same id and body. The outcome is durable when the
 * promise resolves; if the process dies before that, the attempt is repeated.
 */
export function createAttempt(dependencies: AttemptDependencies) {
  const { deliveries, contents, health, disableWebhook, announceRecovery, largeBodies } = dependencies
  const { outbound, vault, clock, log, random, version, count } = dependencies

  /** @returns undefined if the body is gone or cannot be decrypted */
  async function bodyOf({ id, document }: Stored<DeliveryRecord>): Promise<string | undefined> {
    try {
      return await contents.open(document.content)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      log.error({ error, delivery: id }, 'delivery body cannot be decrypted; delivery abandoned')
      return undefined
    }
  }

  function post(id: string, body: string, target: DeliveryTarget, now: number, timing: Timing) {
    const { url, secrets, headers: own, authority } = target
    const timestamp = Math.floor(now / 1_000)
    const headers = {
      ...own,
      'content-type': 'application/json',
      'user-agent': `mailproof/${version}`,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id, timestamp, body }, secrets),
    }
    return outbound.post(url, { headers, body, ...(authority !== null && { authorities: [authority] }), ...timing })
  }

  /** What a target answers does not disable the webhook of another one. */
  async function recordHealth(
    { endpoint, owner }: DeliveryRecord,
    { sealed }: DeliveryTarget,
    answer: Answered | Unanswered,
    at: number,
  ): Promise<void> {
    const { failing, recovered } = await health.record(endpoint, owner, isSuccess(answer), at)
    if (recovered) await announceRecovery(endpoint, owner, at)
    if (isGone(answer)) await disableWebhook(endpoint, 'gone', sealed)
    else if (failing) await disableWebhook(endpoint, 'failing', sealed)
  }

  /** Sends a body and stores the outcome. */
  async function send(
    delivery: Stored<DeliveryRecord>,
    { target, receiver, signal }: AttemptContext,
    body: string | undefined,
  ): Promise<'done' | 'timeout'> {
    const { id, document: before } = delivery
    if (body === undefined) {
      await deliveries.abandon(delivery, 'unreadable', iso(clock.now()))
      return 'done'
    }
    const at = clock.now()
    const timeoutMs = receiver.begin()
    const answer = await post(id, body, target, at, { timeoutMs, signal })
    if (signal.aborted && answer.outcome === 'unanswered') return 'done'
    receiver.record(answer, timeoutMs)
    const location = answer.outcome === 'answered' ? answer.location : undefined
    const text = answer.outcome === 'answered' ? answer.body.slice(0, MAX_RESPONSE_LENGTH) : answer.reason
    const attempt = {
      at: iso(at),
      statusCode: answer.outcome === 'answered' ? answer.status : null,
      durationMs: answer.durationMs,
      response: await vault.seal(before.owner, text),
      ...(location !== undefined && {
        location: await vault.seal(before.owner, location.slice(0, MAX_RESPONSE_LENGTH)),
      }),
      unsent: null,
    }
    const outcome = { answer, attempt, now: clock.now(), chance: random() }
    const recorded = await deliveries.revise(id, (record) => applyAttempt(record, before, outcome), delivery)
    if (recorded) count(outcomeOf(answer, recorded))
    if (recorded && isWebhook(before.endpoint)) await recordHealth(before, target, answer, outcome.now)
    return isTimeout(answer) ? 'timeout' : 'done'
  }

  /** @returns undefined if the body is large; it is then read again once there is a permit for it */
  async function sendUnlessLarge(
    delivery: Stored<DeliveryRecord>,
    context: AttemptContext,
  ): Promise<AttemptEnd | undefined> {
    const { content } = delivery.document
    if (largeBodies.isKnown(content)) return undefined
    const body = await bodyOf(delivery)
    return body !== undefined && largeBodies.isLarge(content, body) ? undefined : send(delivery, context, body)
  }

  return async (delivery: Stored<DeliveryRecord>, context: AttemptContext): Promise<AttemptEnd> =>
    (await sendUnlessLarge(delivery, context)) ??
    largeBodies.withPermit(delivery.document.owner, context.signal, async () =>
      send(delivery, context, await bodyOf(delivery)),
    )
}

/** `timeout`: the receiver did not respond in time; `busy`: no attempt was made, because too many are in progress. */
type AttemptEnd = 'done' | 'timeout' | 'busy'

const outcomeOf = (answer: Answered | Unanswered, { status }: DeliveryRecord): WebhookOutcome =>
  isSuccess(answer) ? 'delivered' : status === 'pending' ? 'retried' : 'failed'
