import { keyProblem } from '../../shared/apiKey.js'
import type { TypedDocumentString } from './operations.generated.js'

/** What is wrong with one part of a request. */
export interface Problem {
  /** JSON pointer into the body. */
  readonly path: string
  readonly message: string
}

/** An error that the service answered with. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  constructor(
    /** Such as `INVALID_API_KEY`; stable. */
    readonly code: string,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message)
  }
}

/** The service did not answer, or not as this service does. */
export class ServiceGone extends Error {
  override readonly name = 'ServiceGone'
}

const GONE = 'The service does not answer.'

/** Codes with which the service says that a store is away or that it is stopping. */
const AWAY = new Set(['SERVICE_UNAVAILABLE', 'UPSTREAM_ERROR', 'INTERNAL_ERROR'])

/** Whether the key was rejected. */
export const isKeyError = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'INVALID_API_KEY' || error.code === 'MISSING_API_KEY')

interface GraphqlBody<R> {
  readonly data?: R | null
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[]
}

/**
 * Sends an operation. An answer with any error is an error as a whole, so that nothing is shown by halves.
 * @throws ApiError, ServiceGone
 */
export async function sendOperation<R, V>(
  document: TypedDocumentString<R, V>,
  variables: V,
  key: string | undefined,
  signal?: AbortSignal,
): Promise<R> {
  const body = await post<R>(JSON.stringify({ query: document.toString(), variables }), key, signal)
  const [error] = body.errors ?? []
  if (error) {
    const code = error.extensions?.code ?? ''
    throw AWAY.has(code) ? new ServiceGone(error.message) : new ApiError(code, error.message)
  }
  if (!body.data) throw new ServiceGone('The answer is incomplete.')
  return body.data
}

interface RestBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly details?: { readonly problems?: readonly Problem[] }
  }
}

/**
 * Sends a request of the REST API: for what is too large for GraphQL, or no JSON.
 * @param lost what to say if there is no answer
 * @throws ApiError, ServiceGone
 */
export async function sendRest<R>(path: string, request: RequestInit, key: string, lost = GONE): Promise<R> {
  const headers = { ...headersOf(key), ...(request.headers as Record<string, string> | undefined) }
  const response = await fetch(path, { ...request, headers }).catch(() => undefined)
  const body = (await response?.json().catch(() => undefined)) as (R & RestBody) | undefined
  if (!response || body === undefined) throw new ServiceGone(lost)
  if (response.ok) return body
  const { code = '', message = 'The request was not accepted.', details } = body.error ?? {}
  throw AWAY.has(code) ? new ServiceGone(message) : new ApiError(code, message, details?.problems)
}

/** @throws ApiError for a key that no header can carry */
function headersOf(key: string | undefined): Record<string, string> {
  if (!key) return {}
  const problem = keyProblem(key)
  if (problem) throw new ApiError('INVALID_API_KEY', problem)
  return { 'X-API-Key': key }
}

async function post<R>(body: string, key: string | undefined, signal?: AbortSignal): Promise<GraphqlBody<R>> {
  const headers = { 'Content-Type': 'application/json', ...headersOf(key) }
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers,
      body,
      ...(signal && { signal }),
    })
    return (await response.json()) as GraphqlBody<R>
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ServiceGone(GONE)
  }
}
