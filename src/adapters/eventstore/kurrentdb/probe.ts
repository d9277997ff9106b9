import { derivedId } from '../../../kernel/ids.js'
import { type Prepared, prepare } from './codec.js'

/** Begins with $ as the server's own do: nobody who reads the log ever sees it. */
const TYPE = '$ready'
const STREAM = 'mailproof-ready'

/**
 * Proves that the server writes, and leaves one event in the log, once: every later time the same append goes the whole
 * way to its writer, which finds it there already.
 */
export const createProbe = (append: (stream: string, events: readonly Prepared[]) => Promise<unknown>) => {
  const id = derivedId(STREAM)
  const meta = { schema: '1', correlationId: id, causationId: id, commandId: id, actor: 'system' }
  return () => append(STREAM, [prepare({ id, type: TYPE, data: {}, meta })])
}
