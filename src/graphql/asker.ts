import type { Request } from 'express'
import type { Gate } from '../http/gate.js'
import type { Headers } from '../http/send.js'
import type { Asker } from './context.js'

/** Finds out who asks. A key that is none is told where somebody is needed, and not before. */
export async function askerOf(
  { identify }: Pick<Gate, 'identify'>,
  key: unknown,
  request: Request,
  headers?: Headers,
): Promise<Asker> {
  try {
    return { caller: await identify(key, request, headers) }
  } catch (refused) {
    return { refused }
  }
}
