// A page that is made for each request.
import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { errorReply } from '../api/errors.js'
import { optionsHeaders } from '../httpMessages/cors.js'
import { type Headers, sendResponse } from '../httpMessages/send.js'
import type { PagesHost } from './host.js'

interface Page {
  readonly status: number
  readonly html: string
  /** Security headers, in alternation with their names; default: those of documents without forms. */
  readonly security?: readonly string[]
}

/** The query of a request, which Express does not parse here. */
export const queryOf = ({ url }: Request): URLSearchParams => new URLSearchParams(url.split('?')[1])

/**
 * A handler of requests for such a page. It is never cached, because it is of one reader.
 * @param methods others are left to the routes that follow
 * @param render may set headers; what it throws is answered as by the API
 */
export function createHtmlRoute(
  { services, stopping, log, traffic }: PagesHost,
  methods: readonly string[],
  render: (request: Request, headers: Headers) => Promise<Page>,
) {
  const count = traffic.of('pages')

  return async (request: Request, response: Response, next: () => void): Promise<void> => {
    const startedAt = performance.now()
    const headers: Headers = { 'X-Request-ID': randomUUID(), 'Cache-Control': 'no-store' }
    const isOptions = request.method === 'OPTIONS'
    if (!isOptions && !methods.includes(request.method)) return next()
    try {
      if (isOptions) {
        Object.assign(headers, optionsHeaders([...methods, 'OPTIONS'], {}))
        send(204, undefined)
      } else {
        const { status, html, security } = await render(request, headers)
        headers['Content-Type'] = 'text/html; charset=utf-8'
        send(status, html, security)
      }
    } catch (error) {
      const { baseUrl } = services
      const failed = errorReply(error, { operation: 'pages', requestId: headers['X-Request-ID']!, log, baseUrl })
      Object.assign(headers, failed.headers)
      send(failed.status, failed.body)
    }

    function send(status: number, body: unknown, security?: readonly string[]): void {
      sendResponse(response, { status, headers, body, last: stopping(), ...(security && { security }) })
      count(status, startedAt)
    }
  }
}
