import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import { isSharedEvent } from '../../api/graphql/sharedEvents.js'

type Result = ExecutionResult | Promise<ExecutionResult>
/** By document, and by operation and variables. */
type Results = WeakMap<DocumentNode, Map<string, Result>>

/**
 * Executes events of subscriptions. An event that all subscribers share is executed once for each distinct document,
 * operation and variables.
 */
export function createExecuteEvents() {
  const resultsByEvent = new WeakMap<object, Results>()

  return (args: ExecutionArgs): ((event: unknown) => Result) => {
    const { document, operationName, variableValues } = args
    const operation = JSON.stringify([operationName, variableValues])

    return (event) => {
      const executeOnce = (): Result => execute({ ...args, rootValue: event })
      if (!isSharedEvent(event)) return executeOnce()
      const results = entry(entry(resultsByEvent, event, newResults), document, newMap)
      return entry(results, operation, executeOnce)
    }
  }
}

const newResults = (): Results => new WeakMap()
const newMap = (): Map<string, Result> => new Map()

/** The value of a key, created on first use. */
function entry<K, V>(
  values: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => V,
): V {
  let value = values.get(key)
  if (value === undefined) {
    value = create()
    values.set(key, value)
  }
  return value
}
