import { Failure } from '../../../kernel/failure.js'
import type { Caller } from '../../accounts/index.js'

const MESSAGE = 'Sandbox keys cannot use webhooks, because webhooks report live results. Use a live key.'

/**
 * A sandbox key may be published in test code or a web page. It must neither redirect live results nor reveal where they
 * are sent, so for a sandbox key the account has no webhooks.
 */
export function refuseSandbox({ sandbox }: Caller, code: 'NOT_FOUND' | 'VALIDATION_ERROR'): void {
  if (sandbox) throw new Failure(code, MESSAGE)
}
