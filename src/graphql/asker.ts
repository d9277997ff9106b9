import type { Gate } from '../http/gate.js'
import type { Asker } from './context.js'

/** Finds out who asks. A key that is none is told where somebody is needed, and not before. */
export async function askerOf({ identify }: Pick<Gate, 'identify'>, key: unknown): Promise<Asker> {
  try {
    return { caller: await identify(key) }
  } catch (refused) {
    return { refused }
  }
}
