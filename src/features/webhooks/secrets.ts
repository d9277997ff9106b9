import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import { SECRET_PREFIX } from './signature.js'

export type Secrets = ReturnType<typeof createSecrets>

/** Secrets derive from the service's own: a command that comes again shows the secret that it showed before. */
export function createSecrets({ deriveKey }: { readonly deriveKey: DeriveKey }) {
  const secret = (purpose: string): string => SECRET_PREFIX + deriveKey(purpose).toString('base64')
  return {
    /** What a command gives a webhook. */
    ofWebhook: (webhook: string, command: string): string => secret(`webhook ${webhook} by ${command}`),
    /** What signs calls to the URLs that come with jobs; of a sandbox key's jobs another, so that it shows none that counts. */
    ofAccount: ({ account, sandbox }: { account: string; sandbox: boolean }): string =>
      secret(`webhooks of ${sandbox ? 'the sandbox of ' : ''}${account}`),
  }
}
