import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { DAY_MS } from '../../../kernel/time.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { FindWebhook } from '../internal/findWebhook.js'
import type { WaitUntilVisible } from '../internal/waitUntilVisible.js'
import type { GetWebhook } from '../queries/getWebhook.js'
import type { Secrets } from '../signing/secrets.js'
import { webhook } from '../state.js'
import type { WebhookWithSecret } from './createWebhook.js'

/** How long a replaced secret signs alongside the new one, so that receivers can switch without a gap. */
const OVERLAP_MS = DAY_MS

interface RotateWebhookSecretDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly secrets: Secrets
  readonly clock: Clock
  readonly waitUntilVisible: WaitUntilVisible
  readonly findWebhook: FindWebhook
  readonly getWebhook: GetWebhook
}

/** Replaces a webhook's secret. Idempotent: repeating the command returns the same secret. */
export type RotateWebhookSecret = (caller: Caller, id: string, actor: Actor) => Promise<WebhookWithSecret>

export const createRotateWebhookSecret =
  ({
    eventing,
    vault,
    secrets,
    clock,
    waitUntilVisible,
    findWebhook,
    getWebhook,
  }: RotateWebhookSecretDependencies): RotateWebhookSecret =>
  async (caller, id, actor) => {
    const { account } = caller
    await findWebhook(caller, id)
    const secret = secrets.ofWebhook(id, actor.commandId)
    const rotation = { secret: await vault.seal(account, secret), previousUntil: iso(clock.now() + OVERLAP_MS) }
    const { position } = await eventing.handle(webhook(id), actor, (state) =>
      decide.rotateSecret(state, { account, webhook: id }, rotation),
    )
    await waitUntilVisible(position, account)
    return { webhook: await getWebhook(caller, id), secret }
  }
