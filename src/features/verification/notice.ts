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
export type Notice = Answer & { readonly requestId: string }

/** Reasons are kept as their codes: the texts about them are the program's. */
const slim = (notice: Notice): object =>
  notice.api === 'v1'
    ? notice
    : { ...notice, verdict: { ...notice.verdict, reasons: notice.verdict.reasons.map(({ code }) => code) } }

/** A notice as AddressVerified has it, unsealed. */
export function parseNotice(text: string): Notice {
  const parsed = JSON.parse(text)
  if (parsed.api === 'v1') return parsed
  const reasons = parsed.verdict.reasons.map((code: keyof typeof REASONS) => REASONS[code])
  return { ...parsed, verdict: { ...parsed.verdict, reasons } }
}

export type NoticeFor = ReturnType<typeof createNoticeFor>

/** Seals what listeners will be told; undefined, at once and for nothing, where nobody listens. */
export const createNoticeFor =
  ({ subscribers, vault }: { readonly subscribers: Subscribers; readonly vault: Vault }) =>
  (account: string, answer: Answer, requestId: string): undefined | Promise<string | undefined> => {
    const heard = subscribers.hear(account, 'verification.completed')
    if (heard === false) return undefined
    return Promise.resolve(heard).then((listens) =>
      listens ? vault.seal(account, JSON.stringify(slim({ ...answer, requestId }))) : undefined,
    )
  }
