import type { DeriveKey } from '../../../kernel/crypto/keyDerivation.js'
import { SECRET_PREFIX } from './signature.js'

export type Secrets = ReturnType<typeof createSecrets>

/** Signing secrets, derived from the service's secret, so that a repeated command returns the same one. */
export function createSecrets({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const secret = (purpose: string): string => SECRET_PREFIX + deriveKey(purpose).toString('base64')
  return {
    /** The secret that a command gives to a webhook. */
    ofWebhook: (webhook: string, command: string): string => secret(`webhook ${webhook} by ${command}`),
    /**
     * The secret that signs notifications to job URLs. Sandbox jobs have a separate one, so that a sandbox key cannot
     * reveal the live one.
     */
    ofAccount: ({ account, sandbox }: { account: string; sandbox: boolean }): string =>
      secret(`webhooks of ${sandbox ? 'the sandbox of ' : ''}${account}`),
  }
}
