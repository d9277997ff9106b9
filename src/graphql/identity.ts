import type { Request } from 'express'
import type { Auth } from '../api/auth.js'
import type { Credentials } from '../api/credentials.js'
import type { Identity } from '../api/graphql/context.js'
import { refusePublishable } from '../api/permission.js'
import type { Headers } from '../httpMessages/send.js'

/**
 * Authenticates a request. A missing or invalid key is not thrown here, but reported by the first field that needs a
 * caller.
 */
export async function identityOf(
  { identify }: Pick<Auth, 'identify'>,
  credentials: () => Credentials,
  request: Request,
  headers?: Headers,
): Promise<Identity> {
  try {
    const caller = await identify(credentials(), request, headers)
    refusePublishable(caller)
    return { caller }
  } catch (error) {
    return { error }
  }
}
