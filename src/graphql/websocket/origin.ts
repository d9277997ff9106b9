import type { Request } from 'express'
import type { GraphqlHost } from '../host.js'

/**
 * Which connections are let in: those of programs, of this service's own pages, and of pages that may read answers over
 * HTTP too. Browsers let any page open a WebSocket anywhere, and only say whose it is (RFC 6455 section 10.2).
 */
export function createIsWelcome({ cors, services }: Pick<GraphqlHost, 'cors' | 'services'>) {
  const { host: ownHost } = new URL(services.baseUrl)
  return (request: Request): boolean => {
    const { origin, host } = request.headers
    if (origin === undefined) return true
    if (cors(request, false)['Access-Control-Allow-Origin'] !== undefined) return true
    const theirs = URL.canParse(origin) ? new URL(origin).host : undefined
    return theirs !== undefined && theirs !== '' && (theirs === host || theirs === ownHost)
  }
}
