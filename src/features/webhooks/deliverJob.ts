import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, iso } from '../../kernel/clock.js'
import type { Stored } from '../../kernel/ports/documentStore.js'
import type { JobHandler } from '../../kernel/ports/jobs.js'
import type { MakeAttempt } from './attempt.js'
import type { DisableWebhook } from './commands/disableWebhook.js'
import type { Deliveries } from './deliveries/deliveries.js'
import type { DeliveryRecord } from './deliveries/record.js'
import { isWebhook } from './endpoint.js'
import type { Receivers } from './receiverHealth.js'
import type { Targets } from './targets.js'

/**
 * Before the next attempt begins, the one before has this long to end. A target that answers at once gets one after the
 * other, so that a killed process repeats one at most; a slow one gets up to five at once.
 */
const HEAD_START_MS = 250
/** Deliveries read at once. */
const PORTION = 50
/** A run ends after this, or with the first time-out, so that other endpoints have their turn. */
const RUN_MS = 20_000
/** As much as this, waiting for one webhook, disables it. */
export const MAX_PENDING = 10_000

export interface DeliverDependencies {
  readonly deliveries: Deliveries
  readonly targets: Targets
  readonly receivers: Receivers
  readonly attempt: MakeAttempt
  readonly disableWebhook: DisableWebhook
  readonly clock: Clock
}

/** The job of one endpoint: sends what is due, first come first; what cannot be sent any more says why. */
export const createDeliverJob =
  ({ deliveries, targets, receivers, attempt, disableWebhook, clock }: DeliverDependencies): JobHandler =>
  async (endpoint, { signal }) => {
    const until = clock.now() + RUN_MS
    let yields = false
    const isOver = () => yields || signal.aborted || clock.now() >= until

    if (isWebhook(endpoint) && (await deliveries.countPending(endpoint)) >= MAX_PENDING) {
      await disableWebhook(endpoint, 'backlog')
    }
    for (;;) {
      const closed = await targets.closed(endpoint)
      if (closed) await deliveries.giveUpAll(endpoint, closed, iso(clock.now()))
      if (isOver()) break
      const due = await deliveries.due(endpoint, clock.now(), PORTION)
      if (due.length === 0) break
      await sendAll(due)
    }
    const again = await deliveries.nextDue(endpoint)
    // What is overdue comes after what else of this account is due already.
    return again === undefined ? undefined : { again: Math.max(again, clock.now()) }

    async function sendAll(due: readonly Stored<DeliveryRecord>[]): Promise<void> {
      const underWay = new Set<Promise<void>>()
      const failures: unknown[] = []
      for (const delivery of due) {
        if (isOver() || failures.length > 0) break
        const target = await targets.of(delivery.document)
        if (typeof target === 'string') {
          await deliveries.giveUp(delivery, target, iso(clock.now()))
          continue
        }
        const receiver = receivers.of(delivery.document, target.url)
        const sending: Promise<void> = attempt(delivery, { target, receiver, signal })
          .then((end) => {
            yields ||= end !== 'done'
          })
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(sending))
        underWay.add(sending)
        await Promise.race([sending, sleep(HEAD_START_MS, undefined, { ref: false })])
        if (underWay.size >= receiver.concurrency()) await Promise.race(underWay)
      }
      await Promise.all(underWay)
      if (failures.length > 0) throw failures[0]
    }
  }
