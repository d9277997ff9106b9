import { createHmac } from 'node:crypto'

/** Secrets are shown with this in front of their base64. */
export const SECRET_PREFIX = 'whsec_'

/** What is signed, and how it is told apart. */
export interface Message {
  /** The same at every attempt. */
  readonly id: string
  /** When the attempt is made, Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The value of `webhook-signature`: a signature for each secret, HMAC-SHA256 over `id.timestamp.body`
 * (Standard Webhooks 1.0.0, "Signature scheme" and "Webhook headers").
 * @param secrets as shown, `whsec_…`
 */
export const sign = ({ id, timestamp, body }: Message, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
