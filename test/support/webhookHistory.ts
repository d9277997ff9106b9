import {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  registerWebhook,
  rotateSecret,
} from '../../src/features/webhooks/decide.js'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../src/features/webhooks/events.js'
import { evolve, type WebhookState } from '../../src/features/webhooks/state.js'
import { iso } from '../../src/kernel/clock.js'
import { derivedId } from '../../src/kernel/ids.js'
import type { createRecordedLog } from './recordedLog.js'

const HOUR = 3_600_000

/** Writes what was decided about one of an account's three webhooks; the first thing is always that it is registered. */
export function createWebhookSteps(log: ReturnType<typeof createRecordedLog>) {
  const states = new Map<string, WebhookState>()
  return (account: string, which: number): void => {
    const webhook = `wh_${derivedId(`webhook ${account} ${which % 3}`)}`
    const whose = { account, webhook }
    const state = states.get(webhook) ?? { status: 'none' }
    if (state.status === 'deleted') return
    const kind = WEBHOOK_EVENTS[which % WEBHOOK_EVENTS.length]!
    const decisions: readonly (() => WebhookEvent[])[] = [
      () => changeWebhook(state, whose, { url: 'dXJs', events: [kind] }),
      () => changeWebhook(state, whose, { events: null, status: which % 2 ? 'enabled' : 'disabled' }),
      () => disableWebhook(state, webhook, 'failing'),
      () => rotateSecret(state, whose, { secret: 'YW4', previousUntil: iso(log.now() + (which % 50) * HOUR) }),
      () => rotateSecret(state, whose, { secret: 'b3Ro', previousUntil: iso(log.now() + 24 * HOUR) }),
      () => (which % 2 ? deleteWebhook(state, whose) : changeWebhook(state, whose, { status: 'enabled' })),
    ]
    const decided =
      state.status === 'none'
        ? registerWebhook(state, { ...whose, url: 'dXJs', events: which % 2 ? null : [kind], secret: 'c2Vj' }, 0)
        : decisions[Math.floor(which / 3) % decisions.length]!()
    states.set(webhook, log.append(`webhook-${webhook}`, ...decided).reduce(evolve, state))
  }
}
