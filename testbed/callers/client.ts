// A plain HTTP client, which sends exactly what it is given.
import { Agent, request as httpRequest } from 'node:http'

export interface RequestOptions {
  readonly key?: string
  /**
   * An object is sent as JSON; a text or bytes as they are, with the Content-Type of JSON unless `headers` override it.
   */
  readonly body?: unknown
  /** An empty list removes a header that would be sent otherwise. */
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly signal?: AbortSignal
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Parsed if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like a caller without types
  readonly body: any
}

/**
 * A plain HTTP client that sends exactly what it is given.
 * @param options.localAddress the loopback address that it calls from
 */
export function client(url: string, options: { readonly localAddress?: string } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256, ...options })
  const { hostname, port } = new URL(url)
  const request = (method: string, path: string, options: RequestOptions = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { key, body, headers = {}, signal } = options
      const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      const outgoing = httpRequest(
        {
          hostname,
          port,
          path,
          method,
          agent,
          ...(signal && { signal }),
          headers: without({
            ...(sent !== undefined && {
              'Content-Type': 'application/json',
              'Content-Length': String(Buffer.byteLength(sent)),
            }),
            ...(key !== undefined && { 'X-API-Key': key }),
            ...headers,
          }),
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const isJson = incoming.headers['content-type']?.startsWith('application/json')
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              text,
              body: isJson && text !== '' ? JSON.parse(text) : text,
            })
          })
        },
      )
      outgoing.on('error', reject)
      outgoing.end(sent)
    })
  return { request, close: () => agent.destroy() }
}

const without = (headers: Readonly<Record<string, string | string[]>>): Record<string, string | string[]> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value.length > 0 || value === ''))
