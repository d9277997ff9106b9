import { createBodyCompiler } from './body.js'
import { documentText, readDocument, resolveReferences } from './document.js'
import { createFormCheck } from './form.js'
import { createParameterCheck } from './parameters.js'
import type { Checked } from './problems.js'
import { METHODS, type Method, type OperationObject, type Parameter } from './schema.js'
import type { Body, OperationId, Params, Query } from './types.js'

/** What the contract says of one operation, as far as the server must know it. */
export interface OperationContract<Op extends OperationId = OperationId> {
  readonly id: Op
  readonly method: Uppercase<Method>
  /** As in the contract: `/v1/keys/{keyId}`. */
  readonly path: string
  /** Whether its callers need a key; `optional`: a key or some other proof, which the operation itself judges. */
  readonly key: 'required' | 'optional' | 'none'
  /** Which limiter counts its calls; undefined = none. */
  readonly limit: OperationObject['x-limit']
  /** What body it takes: none, JSON, or a form with a file. */
  readonly body: 'none' | 'json' | 'form'
  /** Bytes, of a form those of its file; 0 where there is no body. */
  readonly bodyLimit: number
  /** Whether it heeds the header Idempotency-Key. */
  readonly idempotent: boolean
  /** Every status that it may answer. */
  readonly statuses: ReadonlySet<number>
  /** @param value parsed JSON, which gets its defaults; undefined = no body was sent */
  validateBody(value: unknown): Checked<Body<Op>>
  /** @param given the form's fields; its file is there as a text, which is not looked at */
  validateForm(given: Iterable<readonly [name: string, text: string]>): Checked<Omit<Body<Op>, 'file'>>
  /** @param raw what stands after the `?` of the URL */
  validateQuery(raw: string): Checked<Query<Op>>
  /** @param raw the parts of the path, decoded */
  validateParams(raw: { readonly [name: string]: string }): Checked<Params<Op>>
}

export interface Contract {
  readonly operations: readonly OperationContract[]
  operation<Op extends OperationId>(id: Op): OperationContract<Op>
  /** The contract as JSON text, for a service at this address (without a final slash). */
  documentFor(baseUrl: string): string
}

/** Whether pages of any origin may call it: reading needs no key. Creating an account would use up the visitor's allowance. */
export const isOpen = ({ key, method }: OperationContract): boolean => key === 'none' && method === 'GET'

const IDEMPOTENCY_KEY = 'Idempotency-Key'
const NONE = Object.freeze({ ok: true, value: Object.freeze({}) })

/** Reads the contract and compiles its checks; once, at the start. @throws Error when it is missing or unsound */
export function loadContract(): Contract {
  const document = readDocument()
  const compileBody = createBodyCompiler()
  const operations = new Map<string, OperationContract>()
  for (const [path, item] of Object.entries(resolveReferences(document).paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) operations.set(operation.operationId, contractOf(method, path, operation))
    }
  }

  function contractOf(method: Method, path: string, operation: OperationObject): OperationContract {
    const { operationId, requestBody, parameters = [], security } = operation
    const checkQuery = createParameterCheck(only('query', parameters))
    const pathParameters = only('path', parameters)
    const checkParams = createParameterCheck(pathParameters)
    const form = requestBody?.content['multipart/form-data']?.schema
    return {
      id: operationId as OperationId,
      method: method.toUpperCase() as Uppercase<Method>,
      path,
      key: keyOf(security),
      limit: operation['x-limit'],
      body: form ? 'form' : requestBody ? 'json' : 'none',
      bodyLimit: operation['x-body-limit'] ?? 0,
      idempotent: only('header', parameters).some(({ name }) => name === IDEMPOTENCY_KEY),
      statuses: new Set(Object.keys(operation.responses).map(Number)),
      validateBody: compileBody(operation) as OperationContract['validateBody'],
      validateForm: createFormCheck(form) as OperationContract['validateForm'],
      validateQuery: ((raw: string) =>
        checkQuery(raw === '' ? [] : new URLSearchParams(raw))) as OperationContract['validateQuery'],
      validateParams: ((raw: { readonly [name: string]: string }) =>
        pathParameters.length === 0 ? NONE : checkParams(Object.entries(raw))) as OperationContract['validateParams'],
    }
  }

  return {
    operations: [...operations.values()],
    operation: <Op extends OperationId>(id: Op) => operations.get(id) as unknown as OperationContract<Op>,
    documentFor: (baseUrl) => documentText(document, baseUrl),
  }
}

/** An empty requirement among others means that a key is not the only way in (OpenAPI, "Security Requirement Object"). */
function keyOf(security: readonly object[] | undefined): OperationContract['key'] {
  if (security === undefined) return 'required'
  if (security.length === 0) return 'none'
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'optional' : 'required'
}

const only = (place: Parameter['in'], parameters: readonly Parameter[]): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place)
