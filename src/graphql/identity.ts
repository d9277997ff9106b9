import type { Request } from 'express'
import type { Auth } from '../api/auth.js'
import type { Identity } from '../api/graphql/context.js'
import type { Headers } from '../web/send.js'

/** Finds out who asks. A key that is none is told where somebody is needed, and not before. */
export async function identityOf(
  { identify }: Pick<Auth, 'identify'>,
  key: unknown,
  request: Request,
  headers?: Headers,
): Promise<Identity> {
  try {
    return { caller: await identify(key, request, headers) }
  } catch (refused) {
    return { refused }
  }
}
