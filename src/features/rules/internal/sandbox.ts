import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'

/**
 * A sandbox key may be published in test code or a web page. It must neither change nor reveal what decides live requests, so
 * for a sandbox key the account has no rules and no lists.
 */
export function refuseSandbox({ sandbox }: Pick<Caller, 'sandbox'>): void {
  if (sandbox)
    throw new Failure(
      'VALIDATION_ERROR',
      'Sandbox keys cannot change rules and lists, because these decide live requests. Use a live key.',
    )
}
