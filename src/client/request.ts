// Sends the client's requests, and repeats those that failed temporarily.
import { errorOf, MailproofError } from './errors.js'
import type { CallOptions, ClientOptions } from './options.js'
import { sleep, startTimeout, type Timeout } from './timeout.js'

export interface HttpRequest<T> {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Creates the body of each attempt. It restarts the timeout whenever a piece is sent, and fails it if its source does. */
  readonly body?: ((timeout: Timeout) => RequestInit | Promise<RequestInit>) | undefined
  /** Whether its body can be read once only, so that it is never repeated. */
  readonly isStream?: boolean | undefined
  /** Whether it is repeated only after a response that says that nothing was done, not if the response was lost. */
  readonly isOnce: boolean
  readonly timeoutMs: number
  /** Reads a successful response. It calls `end` of the timeout as soon as the response is read. */
  read(response: Response, timeout: Timeout): Promise<T>
}

export type SendRequest = <T>(request: HttpRequest<T>, options: CallOptions) => Promise<T>

const RETRIES = 3
const MAX_RETRY_DELAY_MS = 60_000
const INITIAL_DELAY_MS = 500

/**
 * What only some runtimes need to be told. Next.js keeps responses unless requests say `no-store`, of which older versions of workerd
 * know nothing and throw. Bun ends a request that has received nothing for five minutes; ours ends as the caller says.
 */
const UNASKED = { timeout: false, ...('cache' in Request.prototype && { cache: 'no-store' as const }) }

/** Sends requests and repeats those that failed temporarily, after Retry-After or with exponential back-off. */
export function createSendRequest(client: ClientOptions): SendRequest {
  const { baseUrl, apiKey, maxRetryDelayMs = MAX_RETRY_DELAY_MS, onRetry } = client
  const base = baseUrl.replace(/\/+$/, '')

  return async function send(request, options) {
    const { signal, retries = client.retries ?? RETRIES } = options
    for (let attempt = 0; ; attempt++) {
      try {
        return await attemptOnce(request, options)
      } catch (error) {
        if (!(error instanceof MailproofError) || attempt >= retries || !mayRepeat(request, error)) throw error
        const delay = error.retryAfterMs ?? INITIAL_DELAY_MS * 2 ** attempt * (0.75 + Math.random() / 2)
        if (delay > maxRetryDelayMs) throw error
        onRetry?.(error, delay)
        await sleep(delay, signal)
      }
    }
  }

  async function attemptOnce<T>(request: HttpRequest<T>, options: CallOptions): Promise<T> {
    const url = base + request.path
    const timeout = startTimeout(url, options.timeoutMs ?? client.timeoutMs ?? request.timeoutMs, options.signal)
    try {
      options.signal?.throwIfAborted()
      const response = await (client.fetch ?? fetch)(url, {
        ...UNASKED,
        ...(await request.body?.(timeout)),
        method: request.method,
        headers: {
          ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
          ...request.headers,
          ...client.headers,
          ...options.headers,
        },
        // A redirect would hand the API key to another server.
        redirect: 'manual',
        signal: timeout.signal,
      })
      if (!response.ok) throw errorOf(response, await response.text())
      options.onResponse?.(response)
      return await request.read(response, timeout)
    } catch (error) {
      timeout.end()
      throw timeout.explain(error)
    }
  }
}

/** Only 425 and 429 say that nothing was done; UPSTREAM_ERROR says that a verification may have been charged. */
const mayRepeat = ({ isStream, isOnce }: HttpRequest<unknown>, { retryable, status, code }: MailproofError): boolean =>
  retryable && !isStream && (isOnce ? status === 425 || status === 429 : code !== 'UPSTREAM_ERROR')
