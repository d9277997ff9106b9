import type { Vault } from '../../kernel/ports/vault.js'
import { REASONS } from './engine/policy/reasons.js'
import type { V2Verdict } from './engine/policy/v2.js'
import type { V1Result } from './result.js'
import type { Subscribers } from './subscribers.js'

/** What a caller was answered, in the terms of the contract that answered. */
export type Answer =
  | { readonly api: 'v1'; readonly result: V1Result }
  | { readonly api: 'v2'; readonly email: string; readonly verdict: V2Verdict }

/** An answer, for whoever else is told of it. */
export type VerificationNotification = Answer & { readonly requestId: string }

/** Reasons are kept as their codes: the texts about them are the program's. */
const slim = (notice: VerificationNotification): object =>
  notice.api === 'v1'
    ? notice
    : { ...notice, verdict: { ...notice.verdict, reasons: notice.verdict.reasons.map(({ code }) => code) } }

/** A notice as AddressVerified has it, unsealed. */
export function parseNotification(text: string): VerificationNotification {
  const parsed = JSON.parse(text)
  if (parsed.api === 'v1') return parsed
  const reasons = parsed.verdict.reasons.map((code: keyof typeof REASONS) => REASONS[code])
  return { ...parsed, verdict: { ...parsed.verdict, reasons } }
}

export type BuildNotification = ReturnType<typeof createBuildNotification>

/** Seals what listeners will be told; undefined, at once and for nothing, where nobody listens. */
export const createBuildNotification =
  ({ subscribers, vault }: { readonly subscribers: Subscribers; readonly vault: Vault }) =>
  (account: string, answer: Answer, requestId: string): undefined | Promise<string | undefined> => {
    const heard = subscribers.hear(account, 'verification.completed')
    if (heard === false) return undefined
    return Promise.resolve(heard).then((listens) =>
      listens ? vault.seal(account, JSON.stringify(slim({ ...answer, requestId }))) : undefined,
    )
  }
