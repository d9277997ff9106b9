import type { Caller } from '../../accounts/index.js'
import type { Secrets } from '../secrets.js'

/** What signs calls to the URLs that come with jobs, `whsec_…`; a sandbox key sees the one of sandbox jobs. */
export const createGetSigningSecret =
  ({ secrets }: { readonly secrets: Secrets }) =>
  ({ account, sandbox }: Caller): string =>
    secrets.ofAccount({ account, sandbox })
