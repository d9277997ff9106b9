// Defaults and ranges of query parameters, as the contract declares them.
import { readDocument, resolvePointer } from './document.js'
import { METHODS, type Parameter } from './schema.js'
import type { OperationId, Query } from './types.js'

type Defaults<Op extends OperationId, Name extends keyof Query<Op>> = {
  readonly [name in Name]-?: NonNullable<Query<Op>[name]>
}

/**
 * Defaults of an operation's query parameters, as the contract declares them.
 * @throws Error when the contract has no such operation or declares no default for one of the parameters
 */
export function defaultsOf<Op extends OperationId, Name extends keyof Query<Op> & string>(
  id: Op,
  names: readonly Name[],
): Defaults<Op, Name> {
  const parameters = parametersOf(id)
  const defaults = names.map((name) => {
    const value = parameters.find((parameter) => parameter.name === name)?.schema.default
    if (value === undefined) throw new Error(`the contract has no default for the parameter ${name} of ${id}`)
    return [name, value] as const
  })
  return Object.fromEntries(defaults) as Defaults<Op, Name>
}

/**
 * Range of an operation's numeric query parameter, as the contract declares it; unbounded where it declares none.
 * @throws Error when the contract has no such operation or parameter
 */
export function rangeOf<Op extends OperationId>(
  id: Op,
  name: keyof Query<Op> & string,
): readonly [min: number, max: number] {
  const schema = parametersOf(id).find((parameter) => parameter.name === name)?.schema
  if (!schema) throw new Error(`the contract has no parameter ${name} of ${id}`)
  return [schema.minimum ?? Number.NEGATIVE_INFINITY, schema.maximum ?? Number.POSITIVE_INFINITY]
}

function parametersOf(id: OperationId): Parameter[] {
  const document = readDocument()
  for (const item of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation?.operationId !== id) continue
      return (operation.parameters ?? []).map((parameter) =>
        '$ref' in parameter ? (resolvePointer(document, String(parameter.$ref)) as Parameter) : parameter,
      )
    }
  }
  throw new Error(`the contract has no operation ${id}`)
}
