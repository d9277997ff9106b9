import type { Verdict } from './verify.js'

/** The outcome of a step of the verification; undefined if it was not reached. */
export const outcomeOf = ({ debug }: Verdict, step: string): string | undefined =>
  debug?.steps.find(({ name }) => name === step)?.outcome

/** Codes of the reasons that apply, the most important first. */
export function reasonsOf(verdict: Verdict): string[] {
  const { status, reason, checks } = verdict
  if (status === 'invalid') return [reason!]
  const codes: string[] = []
  if (verdict.is_dns_fallback || verdict.is_known_valid_fallback) codes.push(dnsFailureOf(verdict))
  if (checks.disposable) codes.push('disposable')
  if (codes.length > 0) return codes
  if (outcomeOf(verdict, 'address_literal') !== undefined) return ['address_literal']
  return [checks.mx ? 'deliverable' : 'implicit_mx']
}

/** Why DNS did not confirm the verdict: the route is such as `temporary, mx error SERVFAIL`. */
const dnsFailureOf = (verdict: Verdict): string =>
  /\btimeout\b/.test(outcomeOf(verdict, 'mail_route') ?? 'timeout') ? 'dns_timeout' : 'dns_error'
