import type { Eventing } from '../../../eventing/eventing.js'
import { type Clock, iso } from '../../../kernel/clock.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import { streamName } from '../../../kernel/stream.js'
import { isWebhook } from '../deliveries/endpoint.js'
import type { DeliveryRecord, Unsent } from '../deliveries/record.js'
import type { DisabledReason } from '../events.js'
import { NO_OPTIONS, openOptions, type RequestOptions } from '../internal/requestOptions.js'
import { type WebhookDocument, webhooks } from '../projections/webhooks.js'
import type { Secrets } from '../signing/secrets.js'
import { webhook } from '../state.js'

/** The URL of an attempt, the secrets that sign it, and what else its requests carry. */
export interface DeliveryTarget extends RequestOptions {
  readonly url: string
  /** The same, as recorded. */
  readonly sealed: string
  readonly secrets: readonly string[]
}

export type Closed = { readonly unsent: 'deleted' } | { readonly unsent: DisabledReason; readonly owner: string }

interface TargetDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly secrets: Secrets
  readonly clock: Clock
}

export type Targets = ReturnType<typeof createTargets>

/** Resolves endpoints to their current targets. */
export function createTargets({ eventing, vault, secrets, clock }: TargetDependencies) {
  const model = eventing.read(webhooks)
  const find = (endpoint: string) => model.getOrReplay(endpoint, streamName('webhook', endpoint))

  async function ofWebhook({
    owner,
    url,
    options,
    secret,
    previous,
  }: WebhookDocument): Promise<DeliveryTarget | 'unreadable'> {
    const now = iso(clock.now())
    const signing = [secret, ...previous.filter(({ until }) => until > now).map((replaced) => replaced.secret)]
    const [opened, ...keys] = await Promise.all([url, ...signing].map((sealed) => vault.open(owner, sealed)))
    const readable = keys.filter((key) => key !== undefined)
    const more = await openOptions(vault, owner, options)
    if (opened === undefined || readable.length < keys.length || !more) return 'unreadable'
    return { url: opened, sealed: url, secrets: readable, ...more }
  }

  async function ofJob(owner: string, { url, sandbox }: NonNullable<DeliveryRecord['job']>) {
    const opened = await vault.open(owner, url)
    if (opened === undefined) return 'unreadable'
    return { url: opened, sealed: url, secrets: [secrets.ofAccount({ account: owner, sandbox })], ...NO_OPTIONS }
  }

  return {
    /** Why nothing is sent to an endpoint, and whose it is; undefined if it is open. */
    async whyClosed(endpoint: string): Promise<Closed | undefined> {
      if (!isWebhook(endpoint)) return undefined
      // The read model knows of erased accounts, but may not know yet that the job has disabled the webhook.
      const [found, { state }] = await Promise.all([find(endpoint), eventing.load(webhook(endpoint))])
      if (!found || state.status === 'none' || state.status === 'deleted') return { unsent: 'deleted' }
      return state.status === 'disabled' ? { unsent: state.reason!, owner: state.account } : undefined
    },

    /** The target of a delivery, or the reason why it cannot be sent. */
    async of({ endpoint, owner, job }: DeliveryRecord): Promise<DeliveryTarget | Unsent> {
      if (job) return ofJob(owner, job)
      const found = await find(endpoint)
      return found ? (found.disabled ?? ofWebhook(found)) : 'deleted'
    },
  }
}
