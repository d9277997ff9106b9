// The job that sends the due deliveries of an endpoint.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, iso } from '../../../kernel/clock.js'
import { perAccount } from '../../../kernel/limits.js'
import type { Stored } from '../../../kernel/ports/documentStore.js'
import type { JobHandler } from '../../../kernel/ports/jobs.js'
import type { DisableWebhook } from '../commands/disableWebhook.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { isWebhook } from '../deliveries/endpoint.js'
import type { HealthRecords } from '../deliveries/health.js'
import type { DeliveryRecord } from '../deliveries/record.js'
import type { Receivers } from '../receivers/receiverHealth.js'
import type { MakeAttempt } from './attempt.js'
import type { Closed, Targets } from './targets.js'

/**
 * How long an attempt may take before the next one begins concurrently. A fast target therefore gets deliveries one at a
 * time, and a killed process repeats at most one of them; a slow target gets up to five concurrently.
 */
const HEAD_START_MS = 250
/** Deliveries read per page. */
const PAGE_SIZE = 50
/** Maximum duration of a run, which also ends with the first timeout, so that other endpoints get a turn. */
const MAX_RUN_MS = 20_000
/** Number of pending deliveries that disables a webhook. */
export const MAX_PENDING = perAccount.webhooks.maxPending

interface DeliverDependencies {
  readonly deliveries: Deliveries
  readonly health: Pick<HealthRecords, 'away' | 'forget'>
  readonly targets: Targets
  readonly receivers: Receivers
  readonly attempt: MakeAttempt
  readonly disableWebhook: DisableWebhook
  readonly clock: Clock
}

/**
 * The job of one endpoint: sends due deliveries in order of due time, and abandons, with a reason, those that can no
 * longer be sent. What became of a webhook is noted in its health.
 */
export const createDeliverJob =
  ({ deliveries, health, targets, receivers, attempt, disableWebhook, clock }: DeliverDependencies): JobHandler =>
  async (endpoint, { signal }) => {
    const until = clock.now() + MAX_RUN_MS
    let mustYield = false
    const isOver = () => mustYield || signal.aborted || clock.now() >= until

    if (isWebhook(endpoint) && (await deliveries.countPending(endpoint)) >= MAX_PENDING) {
      await disableWebhook(endpoint, 'backlog')
    }
    for (;;) {
      const closed = await targets.whyClosed(endpoint)
      if (closed) await noteClosed(closed)
      if (isOver()) break
      const due = await deliveries.due(endpoint, clock.now(), PAGE_SIZE)
      if (due.length === 0) break
      await sendAll(due)
    }
    const again = await deliveries.nextDue(endpoint)
    // An overdue delivery is scheduled for now, and so comes after the account's other jobs that are already due.
    return again === undefined ? undefined : { again: Math.max(again, clock.now()) }

    // Here, because what an attempt that was in progress has recorded is there by now, and a failure repeats the job.
    async function noteClosed(closed: Closed): Promise<void> {
      await deliveries.abandonAll(endpoint, closed.unsent, iso(clock.now()))
      if (closed.unsent === 'deleted') await health.forget(endpoint)
      else if (closed.unsent !== 'by_request') await health.away(endpoint, closed.owner)
    }

    async function sendAll(due: readonly Stored<DeliveryRecord>[]): Promise<void> {
      const inProgress = new Set<Promise<void>>()
      const failures: unknown[] = []
      try {
        for (const delivery of due) {
          if (isOver() || failures.length > 0) break
          const target = await targets.of(delivery.document)
          if (typeof target === 'string') {
            await deliveries.abandon(delivery, target, iso(clock.now()))
            continue
          }
          const receiver = receivers.of(delivery.document, target.url)
          const sending: Promise<void> = attempt(delivery, { target, receiver, signal })
            .then((end) => {
              mustYield ||= end !== 'done'
            })
            .catch((error: unknown) => void failures.push(error))
            .finally(() => inProgress.delete(sending))
          inProgress.add(sending)
          await Promise.race([sending, sleep(HEAD_START_MS, undefined, { ref: false })])
          if (inProgress.size >= receiver.concurrency()) await Promise.race(inProgress)
        }
      } finally {
        // The job is repeated after a failure, and must not find a delivery that is still being sent.
        await Promise.all(inProgress)
      }
      if (failures.length > 0) throw failures[0]
    }
  }
