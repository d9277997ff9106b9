import { createHmac } from 'node:crypto'

/** Prefix of secrets, before their base64. */
export const SECRET_PREFIX = 'whsec_'

/** What is signed. */
interface SignedMessage {
  /** Id of the delivery, the same for every attempt. */
  readonly id: string
  /** Time of the attempt, Unix seconds. */
  readonly timestamp: number
  readonly body: string
}

/**
 * The value of `webhook-signature`: one signature per secret, HMAC-SHA256 over `id.timestamp.body`
 * (Standard Webhooks 1.0.0, "Signature scheme" and "Webhook headers").
 * @param secrets with their prefix, `whsec_…`
 */
export const sign = ({ id, timestamp, body }: SignedMessage, secrets: readonly string[]): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
