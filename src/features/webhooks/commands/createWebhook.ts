// The command that registers a webhook.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { KeyedMutex } from '../../../kernel/concurrency/keyedMutex.js'
import { Failure } from '../../../kernel/failure.js'
import { derivedId } from '../../../kernel/ids.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import { webhookIdOf } from '../deliveries/endpoint.js'
import type { WebhookEventKind } from '../events.js'
import type { CheckUrl } from '../internal/checkUrl.js'
import {
  changedOptions,
  isSame,
  NO_OPTIONS,
  type RequestOptionsInput,
  sealOptions,
} from '../internal/requestOptions.js'
import { refuseSandbox } from '../internal/sandbox.js'
import type { WaitUntilVisible } from '../internal/waitUntilVisible.js'
import type { WebhookView } from '../internal/webhookView.js'
import { webhooks } from '../projections/webhooks.js'
import type { GetWebhook } from '../queries/getWebhook.js'
import type { Secrets } from '../signing/secrets.js'
import { webhook } from '../state.js'

interface CreateWebhookInput extends RequestOptionsInput {
  readonly url: string
  /** Events to subscribe to; all but notices if absent or null. */
  readonly events?: readonly WebhookEventKind[] | null
}

export interface WebhookWithSecret {
  readonly webhook: WebhookView
  /** `whsec_…`; returned here only. */
  readonly secret: string
}

interface CreateWebhookDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly secrets: Secrets
  readonly checkUrl: CheckUrl
  readonly waitUntilVisible: WaitUntilVisible
  /** Serializes, per account, counting its webhooks and registering a new one. */
  readonly mutex: KeyedMutex
  readonly getWebhook: GetWebhook
}

/**
 * Registers a webhook, enabled. Idempotent: repeating the command returns the same webhook and the same secret.
 */
export type CreateWebhook = (caller: Caller, input: CreateWebhookInput, actor: Actor) => Promise<WebhookWithSecret>

export const createWebhookCreation =
  ({
    eventing,
    vault,
    secrets,
    checkUrl,
    waitUntilVisible,
    mutex,
    getWebhook,
  }: CreateWebhookDependencies): CreateWebhook =>
  async (caller, { url, events = null, ...input }, actor) => {
    refuseSandbox(caller, 'VALIDATION_ERROR')
    const { account } = caller
    const id = webhookIdOf(actor.commandId)
    const secret = secrets.ofWebhook(id, actor.commandId)
    const { revision } = await eventing.load(webhook(id))
    const wanted = changedOptions(NO_OPTIONS, input)
    if (revision === undefined) await checkUrl(url)
    const [sealedUrl, sealedSecret] = await Promise.all([vault.seal(account, url), vault.seal(account, secret)])
    const options = isSame(wanted, NO_OPTIONS) ? {} : { options: await sealOptions(vault, account, wanted) }
    const registration = { account, webhook: id, url: sealedUrl, events, secret: sealedSecret, ...options }

    await mutex(account, async () => {
      if (!(await eventing.waitForHead([webhooks.name]))) {
        throw new Failure(
          'SERVICE_UNAVAILABLE',
          'Webhooks cannot be created until the read models have caught up. Try again.',
        )
      }
      const existing = await countOf(account)
      const { position } = await eventing.handle(webhook(id), actor, (state) =>
        decide.registerWebhook(state, registration, existing),
      )
      await waitUntilVisible(position, account)
      await eventing.waitForHead([webhooks.name])
      if (existing < decide.MAX_WEBHOOKS && (await countOf(account)) > decide.MAX_WEBHOOKS) await withdraw()
    })
    return { webhook: await getWebhook(caller, id), secret }

    async function countOf(owner: string): Promise<number> {
      const query = { index: 'byOwner', equals: { owner }, limit: decide.MAX_WEBHOOKS + 1 }
      return (await eventing.read(webhooks).find(query)).items.length
    }

    /** Another process has registered the last permitted webhook at the same time. */
    async function withdraw(): Promise<never> {
      const withdrawal = { ...actor, commandId: derivedId(`withdrawal of ${id}`) }
      const { position } = await eventing.handle(webhook(id), withdrawal, (state) =>
        decide.deleteWebhook(state, registration),
      )
      await waitUntilVisible(position, account)
      throw decide.tooManyWebhooks()
    }
  }
