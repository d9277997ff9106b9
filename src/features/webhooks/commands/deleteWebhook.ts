import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import { DELIVER, isWebhook } from '../deliveries/endpoint.js'
import { refuseSandbox } from '../internal/sandbox.js'
import type { WaitUntilVisible } from '../internal/waitUntilVisible.js'
import { webhook } from '../state.js'

interface DeleteWebhookDependencies {
  readonly eventing: Eventing
  readonly jobs: Jobs
  readonly waitUntilVisible: WaitUntilVisible
}

/** Deletes a webhook and abandons its pending deliveries. */
export type DeleteWebhook = (caller: Caller, id: string, actor: Actor) => Promise<void>

export const createDeleteWebhook =
  ({ eventing, jobs, waitUntilVisible }: DeleteWebhookDependencies): DeleteWebhook =>
  async (caller, id, actor) => {
    refuseSandbox(caller, 'NOT_FOUND')
    if (!isWebhook(id)) throw decide.webhookNotFound()
    const { account } = caller
    const { position } = await eventing.handle(webhook(id), actor, (state) =>
      decide.deleteWebhook(state, { account, webhook: id }),
    )
    await waitUntilVisible(position, account)
    await jobs.enqueue(DELIVER, id, { tenant: caller.account })
  }
