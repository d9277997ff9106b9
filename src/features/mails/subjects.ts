// What mail is about, as keys of jobs and records.

/** The job that sends the mail about a subject. */
export const SEND_MAIL = 'send_mail'

export type Subject =
  | { readonly kind: 'confirmation'; readonly account: string }
  | { readonly kind: 'quota'; readonly account: string; readonly month: string }

export const confirmationSubject = (account: string): string => `confirmation.${account}`
export const quotaSubject = (account: string, month: string): string => `quota.${account}.${month}`

/** Undefined for a key of another form. */
export function parseSubject(key: string): Subject | undefined {
  const [kind, account, month] = key.split('.')
  if (account === undefined) return undefined
  if (kind === 'confirmation') return { kind, account }
  return kind === 'quota' && month !== undefined ? { kind, account, month } : undefined
}
