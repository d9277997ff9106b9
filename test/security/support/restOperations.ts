// Finds every place in REST requests that identifies a resource.
import {
  type JsonSchema,
  METHODS,
  type Method,
  type OpenapiDocument,
  type OperationObject,
} from '../../../src/api/contract/schema.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import { type Ids, isPlain, type Kind, kindOf, unknown } from './kinds.js'

/** A place of a request that holds an id. */
interface Slot {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly kind: Kind
}

export interface RestOperation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly slots: readonly Slot[]
  /** The contract's own example of a body. */
  readonly body?: { readonly [member: string]: unknown }
  readonly isForm: boolean
}

export interface RestCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** A text of the caller's choice that the contract does not enumerate. */
const isFree = ({ type, format, enum: listed, items }: JsonSchema): boolean =>
  type === 'array' ? items === undefined || isFree(items) : type !== 'boolean' && !listed && !/^date/.test(format ?? '')

const isNumber = ({ type }: JsonSchema): boolean => type === 'integer' || type === 'number'

/**
 * Every operation of a contract with the places of its requests that hold ids.
 * @param document with its references resolved
 * @returns problems: parameters that may hold an id and are unknown
 */
export function restOperations({ paths }: OpenapiDocument): { operations: RestOperation[]; problems: string[] } {
  const problems: string[] = []

  function* slotsOf(operation: OperationObject): Generator<Slot> {
    const { operationId, parameters = [], requestBody } = operation
    const members = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.entries(schema.properties ?? {}),
    )
    const all = [...parameters, ...members.map(([name, schema]) => ({ name, in: 'body' as const, schema }))]
    for (const { name, in: where, schema } of all) {
      if (!isFree(schema) || isPlain(name)) continue
      const kind = kindOf(name)
      // Numbers identify nothing, except the expiry of a link.
      if (isNumber(schema) && kind !== 'expires') continue
      if (kind) yield { name, in: where, kind }
      else problems.push(unknown(`${operationId} (${where}: ${name})`))
    }
  }

  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): RestOperation[] => {
      const operation = item[method]
      if (!operation) return []
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      const body = content && {
        ...(content.example as object),
        ...('async' in (content.schema.properties ?? {}) && { async: true }),
      }
      const isForm = type === 'multipart/form-data'
      return [
        {
          id: operation.operationId,
          method,
          path: withEnums(path, operation.parameters),
          slots: [...slotsOf(operation)],
          isForm,
          ...(body && { body }),
        },
      ]
    }),
  )
  return { operations, problems }
}

/** The path with a value for each parameter that the contract enumerates. */
const withEnums = (path: string, parameters: OperationObject['parameters'] = []): string =>
  parameters.reduce(
    (text, { name, schema }) => text.replace(`{${name}}`, String(schema.enum?.at(-1) ?? `{${name}}`)),
    path,
  )

/** A call of an operation with these ids in its places. */
export function restCall({ method, path, slots, body, isForm }: RestOperation, ids: Ids): RestCall {
  const at = (where: Slot['in']) =>
    Object.fromEntries(
      slots.flatMap(({ name, in: there, kind }) =>
        there === where && ids[kind] !== undefined ? [[name, ids[kind]]] : [],
      ),
    ) as Record<string, string>
  const inPath = at('path')
  const query = new URLSearchParams(at('query')).toString()
  const sent = body && { ...body, ...at('body') }
  const form = isForm ? formOf(sent ?? {}) : undefined
  return {
    method: method.toUpperCase(),
    path: `${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name]!))}${query && `?${query}`}`,
    headers: { ...form?.headers, ...at('header') },
    ...(sent && { body: form?.body ?? sent }),
  }
}

function formOf(body: { readonly [member: string]: unknown }) {
  const { file, ...fields } = body as { readonly [member: string]: string }
  return csvForm(file ?? '', fields)
}
