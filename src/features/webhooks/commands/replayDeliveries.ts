// The command that sends again what a webhook has missed.
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { rejectParameter } from '../../../kernel/failure.js'
import { perAccount } from '../../../kernel/limits.js'
import { MOMENT_WORDS, parseMoment, startOfMoment } from '../../../kernel/moment.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Caller } from '../../accounts/index.js'
import { requireEnabled } from '../decide.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { DELIVER } from '../deliveries/endpoint.js'
import { resend } from '../deliveries/record.js'
import type { FindEndpoint } from '../internal/findEndpoint.js'

/** Pending deliveries at which it stops: more would come close to the number that disables a webhook. */
const { replayed: MAX_PENDING } = perAccount.webhooks

interface Replayed {
  /** Number of deliveries that are due again. */
  readonly replayed: number
  /** Whether there are more than one call replays; the oldest come first. */
  readonly more: boolean
}

interface ReplayDeliveriesDependencies {
  readonly deliveries: Deliveries
  readonly clock: Clock
  readonly jobs: Jobs
  readonly findEndpoint: FindEndpoint
}

/**
 * Makes every failed delivery since a time due again, oldest first, each with its id and body and the full retry schedule (a
 * test event once): those whose attempts failed, and those that were abandoned when the webhook was disabled. What happened while it
 * was disabled made no deliveries. Repeating the command sends none twice.
 * @param since ISO 8601, or a UTC date for its start
 * @throws Failure NOT_FOUND, WEBHOOK_DISABLED, VALIDATION_ERROR
 */
export type ReplayDeliveries = (
  caller: Caller,
  endpoint: string,
  input: { readonly since: string },
  actor: Actor,
) => Promise<Replayed>

export const createReplayDeliveries =
  ({ deliveries, clock, jobs, findEndpoint }: ReplayDeliveriesDependencies): ReplayDeliveries =>
  async (caller, endpoint, { since }, actor) => {
    requireEnabled(await findEndpoint(caller, endpoint))
    const from = timeOf(since, clock.now())
    let room = MAX_PENDING - (await deliveries.countPending(endpoint))
    const now = clock.now()
    let replayed = 0
    let more = false
    for await (const found of deliveries.since(endpoint, from)) {
      const { id, document } = found
      const isRepeated = document.resentBy === actor.commandId
      if (!isRepeated && document.status !== 'failed') continue
      // There was room for it when this command sent it first.
      if (isRepeated && document.status === 'pending') room++
      if (!isRepeated && replayed >= room) {
        more = true
        break
      }
      await deliveries.revise(id, (before) => resend(before, actor.commandId, now + replayed), found)
      replayed++
    }
    if (replayed > 0) await jobs.enqueue(DELIVER, endpoint, { tenant: caller.account })
    return { replayed, more }
  }

function timeOf(text: string, now: number): string {
  const moment = parseMoment(text)
  if (!moment) rejectParameter('since', MOMENT_WORDS)
  const at = startOfMoment(moment)
  if (at > now) rejectParameter('since', 'must not be in the future')
  return new Date(at).toISOString()
}
