import { Failure } from '../../kernel/failure.js'
import type { Caller } from '../accounts/index.js'

const MESSAGE = 'Webhooks hear of what is live, and a sandbox key has none: use a key that is not a sandbox key.'

/**
 * A sandbox key may stand in test code or a web page. It must not lead live results elsewhere, nor show where they go:
 * to it, the account has no webhooks.
 */
export function refuseSandbox({ sandbox }: Caller, code: 'NOT_FOUND' | 'VALIDATION_ERROR'): void {
  if (sandbox) throw new Failure(code, MESSAGE)
}
