import type { Recorded } from '../../../kernel/envelope.js'
import { derivedId } from '../../../kernel/ids.js'
import { idOf } from '../../../kernel/stream.js'
import { type SandboxWebhookEvent, sandboxWebhookEvent } from '../../verification/index.js'
import type { WebhookEventKind } from '../events.js'
import type { Endpoint, Notification, PresentAnswer } from './notification.js'
import type { BatchEnd } from './payloads/bulkCompleted.js'
import { quotaUsed } from './payloads/quotaUsed.js'
import { verificationCompleted } from './payloads/verificationCompleted.js'

/** Rows of a sandbox job in which an address can request a webhook event. */
const MAX_ROWS = 1_000

interface SandboxNotificationOptions {
  readonly endpoints: readonly Endpoint[]
  readonly presentAnswer: PresentAnswer
}

/** Notifications that the addresses of a sandbox job request, one of each kind. */
export async function sandboxNotifications(
  { id, stream, recordedAt, data: { account } }: Recorded<BatchEnd>,
  emails: AsyncIterable<string | null>,
  { endpoints, presentAnswer }: SandboxNotificationOptions,
): Promise<Notification[]> {
  const options = { account, requestId: idOf(stream), now: Date.parse(recordedAt) }
  const requested = new Map<WebhookEventKind, SandboxWebhookEvent>()
  let row = 0
  for await (const email of emails) {
    if (row++ === MAX_ROWS) break
    const event = email === null ? undefined : sandboxWebhookEvent(email, options)
    if (event && !requested.has(event.kind)) requested.set(event.kind, event)
  }
  return [...requested.values()].map((event) => ({
    id: derivedId(`${event.kind} of ${id}`),
    kind: event.kind,
    data: dataOf(event, presentAnswer),
    endpoints,
  }))
}

const dataOf = (event: SandboxWebhookEvent, presentAnswer: PresentAnswer): object =>
  event.kind === 'verification.completed'
    ? verificationCompleted(presentAnswer(event.notification), event.notification)
    : quotaUsed(event.data)
