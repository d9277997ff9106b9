import { derivedId } from '../../../kernel/ids.js'
import { type Prepared, prepare } from './codec.js'

/** Starts with $ like the server's own types, so that it is excluded from all reads. */
const TYPE = '$ready'
const STREAM = 'mailproof-ready'

/**
 * Checks that the server can write. Appends one event to the log, once: later, the same append goes all the way to the
 * server's writer, which finds that it exists already.
 */
export const createProbe = (append: (stream: string, events: readonly Prepared[]) => Promise<unknown>) => {
  const id = derivedId(STREAM)
  const meta = { schema: '1', correlationId: id, causationId: id, commandId: id, actor: 'system' }
  return () => append(STREAM, [prepare({ id, type: TYPE, data: {}, meta })])
}
