// The command that changes a webhook.
import type { Eventing } from '../../../eventing/eventing.js'
import type { Actor } from '../../../kernel/actor.js'
import type { Clock } from '../../../kernel/clock.js'
import { invalidAt } from '../../../kernel/failure.js'
import type { Jobs } from '../../../kernel/ports/jobs.js'
import type { Vault } from '../../../kernel/ports/vault.js'
import type { Caller } from '../../accounts/index.js'
import * as decide from '../decide.js'
import type { Deliveries } from '../deliveries/deliveries.js'
import { DELIVER } from '../deliveries/endpoint.js'
import type { HealthRecords } from '../deliveries/health.js'
import type { WebhookEventKind } from '../events.js'
import type { CheckUrl } from '../internal/checkUrl.js'
import type { FindWebhook } from '../internal/findWebhook.js'
import {
  changedOptions,
  isSame,
  NO_OPTIONS,
  openOptions,
  type RequestOptionsInput,
  sealOptions,
} from '../internal/requestOptions.js'
import type { WaitUntilVisible } from '../internal/waitUntilVisible.js'
import type { WebhookView } from '../internal/webhookView.js'
import type { GetWebhook } from '../queries/getWebhook.js'
import { webhook } from '../state.js'

/** Absent members stay unchanged. */
interface UpdateWebhookInput extends RequestOptionsInput {
  readonly url?: string
  /** null = all events but notices. */
  readonly events?: readonly WebhookEventKind[] | null
  readonly status?: 'enabled' | 'disabled'
}

interface UpdateWebhookDependencies {
  readonly eventing: Eventing
  readonly vault: Vault
  readonly jobs: Jobs
  readonly clock: Clock
  readonly deliveries: Deliveries
  readonly health: HealthRecords
  readonly checkUrl: CheckUrl
  readonly waitUntilVisible: WaitUntilVisible
  readonly findWebhook: FindWebhook
  readonly getWebhook: GetWebhook
}

/**
 * Changes a webhook. Enabling it makes all its pending deliveries due immediately; disabling it abandons them.
 */
export type UpdateWebhook = (
  caller: Caller,
  id: string,
  input: UpdateWebhookInput,
  actor: Actor,
) => Promise<WebhookView>

export function createUpdateWebhook(dependencies: UpdateWebhookDependencies): UpdateWebhook {
  const { eventing, vault, jobs, clock, deliveries, health, checkUrl, waitUntilVisible, findWebhook, getWebhook } =
    dependencies

  return async (caller, id, input, actor) => {
    const { account } = caller
    const found = await findWebhook(caller, id)
    const { url, events: kinds, status } = input
    const newAddress = url === undefined ? {} : await newUrl(account, found.url, url)
    if (newAddress.url !== undefined && input.headers === undefined) await requireNoHeaders(account, found.options)
    const change = {
      ...(kinds !== undefined && { events: kinds }),
      ...(status !== undefined && { status }),
      ...newAddress,
      ...(await newOptions(account, found.options, input)),
    }
    const { events, position } = await eventing.handle(webhook(id), actor, (state) =>
      decide.changeWebhook(state, { account, webhook: id }, change),
    )
    await waitUntilVisible(position, account)
    const isEnabled = events.some(({ type }) => type === 'WebhookEnabled')
    if (isEnabled || change.url !== undefined) await health.reset(id)
    if (isEnabled) await deliveries.makeDue(id, clock.now())
    if (events.some(({ type }) => type !== 'WebhookChanged'))
      await jobs.enqueue(DELIVER, id, { tenant: caller.account })
    return getWebhook(caller, id)
  }

  /** The new options, checked and sealed; empty if they equal the present ones. */
  async function newOptions(
    account: string,
    sealed: string | undefined,
    input: RequestOptionsInput,
  ): Promise<{ options?: string }> {
    if (input.headers === undefined && input.certificate_authority === undefined) return {}
    const before = (await openOptions(vault, account, sealed)) ?? NO_OPTIONS
    const after = changedOptions(before, input)
    return isSame(before, after) ? {} : { options: await sealOptions(vault, account, after) }
  }

  /** Their values are never shown again: not to whoever names another URL either. @throws Failure VALIDATION_ERROR */
  async function requireNoHeaders(account: string, sealed: string | undefined): Promise<void> {
    const { headers } = (await openOptions(vault, account, sealed)) ?? NO_OPTIONS
    const names = Object.keys(headers)
    if (names.length === 0) return
    const message = `\`headers\` must be sent with another \`url\`, because those for the present one (${names.join(', ')}) are not sent there: give them again, or send it empty for none`
    throw invalidAt('/headers', message)
  }

  /** The new URL, checked and sealed; empty if it equals the present one. */
  async function newUrl(account: string, sealed: string, url: string): Promise<{ url?: string }> {
    if (url === (await vault.open(account, sealed))) return {}
    await checkUrl(url)
    return { url: await vault.seal(account, url) }
  }
}
