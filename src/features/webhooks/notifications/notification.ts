import type { VerificationNotification } from '../../verification/index.js'
import type { DeliveryRecord } from '../deliveries/record.js'
import type { WebhookEventKind } from '../events.js'

export type Endpoint = Pick<DeliveryRecord, 'endpoint' | 'job'>

/** The content of a notification, and its endpoints. */
export interface Notification {
  /** Identifies the content: deliveries with the same id are not created twice. */
  readonly id: string
  readonly kind: WebhookEventKind
  readonly data: object
  /** Id of the batch whose file `data.links.download` links to. */
  readonly download?: string
  readonly endpoints: readonly Endpoint[]
}

/** Restores a verification's response body as REST returned it. */
export type PresentAnswer = (notification: VerificationNotification) => object
