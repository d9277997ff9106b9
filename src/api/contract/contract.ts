// The API contract as the server uses it: operations, checks and limits.
import type { Scope } from '../../features/accounts/index.js'
import { createBodyCompiler } from './body.js'
import { createCsvCheck } from './csvBody.js'
import { createResolver, documentText, readDocument } from './document.js'
import { createFormCheck } from './form.js'
import { createParameterCheck, createQueryCheck } from './parameters.js'
import type { Checked } from './problems.js'
import { type JsonLimits, METHODS, type Method, type OperationObject, type Parameter } from './schema.js'
import type { Body, OperationId, Params, Query } from './types.js'

/** The part of an operation's contract that the server needs. */
export interface OperationContract<Op extends OperationId = OperationId> {
  readonly id: Op
  readonly method: Uppercase<Method>
  /** As in the contract: `/v1/keys/{keyId}`. */
  readonly path: string
  /** Whether an API key is required; `optional`: the operation itself accepts a key or another credential. */
  readonly key: 'required' | 'optional' | 'none'
  /** Whether the key may be the query parameter `key` (security scheme `UrlKey`). */
  readonly keyInUrl: boolean
  /** The scope that a key needs; undefined for operations without keys. */
  readonly scope: Scope | undefined
  /** Whether publishable keys may call it. */
  readonly publishable: boolean
  /** Rate limiter of the operation; undefined = not limited. */
  readonly limit: OperationObject['x-limit']
  /** Kind of request body; a form contains a file. */
  readonly body: 'none' | 'json' | 'form'
  /** Media types of the body. */
  readonly bodyTypes: readonly string[]
  /** Maximum size in bytes of the body, or of a form's file; 0 if there is no body. */
  readonly bodyLimit: number
  /** Limits on the members and values of a JSON body, if they differ from those of other operations. */
  readonly jsonLimits: JsonLimits
  /** Whether the operation supports the header Idempotency-Key. */
  readonly idempotent: boolean
  /** All possible response statuses. */
  readonly statuses: ReadonlySet<number>
  /** @param value parsed JSON; defaults are filled in in place; undefined = no body was sent */
  validateBody(value: unknown): Checked<Body<Op>>
  /** The same for a body in CSV; undefined unless the operation accepts those. @throws Failure CSV_INVALID */
  readonly validateCsv: ((text: string) => Checked<Body<Op>>) | undefined
  /** @param given the form's fields; the value of the file field is a placeholder that is not checked */
  validateForm(given: Iterable<readonly [name: string, text: string]>): Checked<Omit<Body<Op>, 'file'>>
  /** @param raw the URL's query string, without the `?` */
  validateQuery(raw: string): Checked<Query<Op>>
  /** @param raw decoded path parameters */
  validateParams(raw: { readonly [name: string]: string }): Checked<Params<Op>>
}

export interface Contract {
  readonly operations: readonly OperationContract[]
  operation<Op extends OperationId>(id: Op): OperationContract<Op>
  /** The contract as JSON text. @param baseUrl of the service, without a trailing slash */
  documentFor(baseUrl: string): string
}

/**
 * Whether pages of any origin may call it (CORS): reads without a key, since creating accounts would use up the visitor's
 * rate limit; and what publishable keys are for, which name their origins themselves.
 */
export const isOpenToPages = ({ key, method, publishable }: OperationContract): boolean =>
  publishable || (key === 'none' && method === 'GET')

const IDEMPOTENCY_KEY = 'Idempotency-Key'
const URL_KEY: Parameter = { name: 'key', in: 'query', schema: { type: 'string' } }
const NONE = Object.freeze({ ok: true, value: Object.freeze({}) })

/** Reads the contract and compiles its checks, once at startup. @throws Error if it is missing or invalid */
export function loadContract(): Contract {
  const document = readDocument()
  const compileBody = createBodyCompiler()
  const operations = new Map<string, OperationContract>()
  const resolve = createResolver(document)
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      if (!item[method]) continue
      // Schemas of answers, most of the contract, are not checked.
      const { responses, ...asked } = item[method]
      operations.set(asked.operationId, contractOf(method, path, { ...resolve(asked), responses }))
    }
  }

  function contractOf(method: Method, path: string, operation: OperationObject): OperationContract {
    const { operationId, requestBody, parameters = [], security } = operation
    const pathParameters = only('path', parameters)
    const checkParams = createParameterCheck(pathParameters)
    const form = requestBody?.content['multipart/form-data']?.schema
    const keyInUrl = security?.some((requirement) => 'UrlKey' in requirement) ?? false
    const queryParameters = [...only('query', parameters), ...(keyInUrl ? [URL_KEY] : [])]
    const validateBody = compileBody(operation)
    return {
      id: operationId as OperationId,
      method: method.toUpperCase() as Uppercase<Method>,
      path,
      key: keyOf(security),
      keyInUrl,
      scope: operation['x-scope'],
      publishable: operation['x-publishable'] ?? false,
      limit: operation['x-limit'],
      body: form ? 'form' : requestBody ? 'json' : 'none',
      bodyTypes: Object.keys(requestBody?.content ?? {}),
      bodyLimit: operation['x-body-limit'] ?? 0,
      jsonLimits: operation['x-json-limits'] ?? {},
      idempotent: only('header', parameters).some(({ name }) => name === IDEMPOTENCY_KEY),
      statuses: new Set(Object.keys(operation.responses).map(Number)),
      validateBody: validateBody as OperationContract['validateBody'],
      validateCsv: createCsvCheck(operation, validateBody) as OperationContract['validateCsv'],
      validateForm: createFormCheck(form) as OperationContract['validateForm'],
      validateQuery: createQueryCheck(queryParameters) as OperationContract['validateQuery'],
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

/** An empty requirement among others makes the key optional (OpenAPI, "Security Requirement Object"). */
function keyOf(security: readonly object[] | undefined): OperationContract['key'] {
  if (security === undefined) return 'required'
  if (security.length === 0) return 'none'
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'optional' : 'required'
}

const only = (location: Parameter['in'], parameters: readonly Parameter[]): Parameter[] =>
  parameters.filter((parameter) => parameter.in === location)
