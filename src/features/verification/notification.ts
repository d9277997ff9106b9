import type { Vault } from '../../kernel/ports/vault.js'
import { REASONS } from './engine/policy/reasons.js'
import type { V1Result } from './result.js'
import type { RuledVerdict } from './ruling.js'
import type { Subscribers } from './subscribers.js'

/** The answer a caller received, in the terms of the API version that answered. */
export type Answer =
  | { readonly api: 'v1'; readonly result: V1Result }
  | { readonly api: 'v2'; readonly email: string; readonly verdict: RuledVerdict }

/** An answer as it is sent to webhooks. */
export type VerificationNotification = Answer & { readonly requestId: string }

/** The stored form: reasons as codes only, since their texts are part of the program. */
const toStored = (notification: VerificationNotification): object =>
  notification.api === 'v1'
    ? notification
    : {
        ...notification,
        verdict: { ...notification.verdict, reasons: notification.verdict.reasons.map(({ code }) => code) },
      }

/** Parses a notification stored in AddressVerified, after unsealing. */
export function parseNotification(text: string): VerificationNotification {
  const parsed = JSON.parse(text)
  if (parsed.api === 'v1') return parsed
  const reasons = parsed.verdict.reasons.map((code: keyof typeof REASONS) => REASONS[code])
  return { ...parsed, verdict: { ...parsed.verdict, reasons } }
}

export type SealNotification = ReturnType<typeof createSealNotification>

/** Builds and seals the notification of an answer. Undefined, without any work, when no webhook subscribes to it. */
export const createSealNotification =
  ({ subscribers, vault }: { readonly subscribers: Subscribers; readonly vault: Vault }) =>
  (account: string, answer: Answer, requestId: string): undefined | Promise<string | undefined> => {
    const subscribed = subscribers.isSubscribed(account, 'verification.completed')
    if (subscribed === false) return undefined
    return Promise.resolve(subscribed).then((isSubscribed) =>
      isSubscribed ? vault.seal(account, JSON.stringify(toStored({ ...answer, requestId }))) : undefined,
    )
  }
