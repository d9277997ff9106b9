import type { Caller } from '../../accounts/index.js'
import type { Secrets } from '../signing/secrets.js'

/**
 * The secret (`whsec_…`) that signs notifications to the webhook URLs of jobs; for a sandbox key, that of sandbox jobs.
 */
export type GetSigningSecret = (caller: Caller) => string

export const createGetSigningSecret =
  ({ secrets }: { readonly secrets: Secrets }): GetSigningSecret =>
  ({ account, sandbox }) =>
    secrets.ofAccount({ account, sandbox })
