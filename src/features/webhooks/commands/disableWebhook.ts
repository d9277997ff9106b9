import type { Eventing } from '../../../eventing/eventing.js'
import { newSystemActor } from '../../../kernel/actor.js'
import type { Log } from '../../../kernel/log.js'
import * as decide from '../decide.js'
import type { DisabledReason } from '../events.js'
import type { WaitUntilVisible } from '../internal/waitUntilVisible.js'
import type { WebhookOutcome } from '../sending/outcome.js'
import { webhook } from '../state.js'

interface DisableWebhookDependencies {
  readonly eventing: Eventing
  readonly waitUntilVisible: WaitUntilVisible
  readonly log: Log
  readonly count: (outcome: WebhookOutcome) => void
}

/**
 * Disables a webhook on the service's own initiative: its target is gone, has failed for days, or cannot keep up.
 * @param url the target's, sealed; without effect if the webhook has another by now
 */
export type DisableWebhook = (id: string, reason: Exclude<DisabledReason, 'by_request'>, url?: string) => Promise<void>

export const createDisableWebhook =
  ({ eventing, waitUntilVisible, log, count }: DisableWebhookDependencies): DisableWebhook =>
  async (id, reason, url) => {
    const actor = newSystemActor()
    const { events, position } = await eventing.handle(webhook(id), actor, (state) =>
      decide.disableWebhook(state, id, reason, url),
    )
    for (const { data } of events) {
      log.info({ webhook: id, reason }, 'webhook disabled')
      count('disabled')
      await waitUntilVisible(position, data.account)
    }
  }
