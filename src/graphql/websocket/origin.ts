import type { Request } from 'express'
import type { GraphqlHost } from '../host.js'

/**
 * Whether a WebSocket's origin is allowed: programs (no Origin header), this service's own pages, and the origins that CORS
 * allows. Browsers let any page open a WebSocket to any host, and only send its Origin (RFC 6455 section 10.2).
 */
export function createIsAllowedOrigin({ cors, services }: Pick<GraphqlHost, 'cors' | 'services'>) {
  const { host: ownHost } = new URL(services.baseUrl)
  return (request: Request): boolean => {
    const { origin, host } = request.headers
    if (origin === undefined) return true
    if (cors(request, false)['Access-Control-Allow-Origin'] !== undefined) return true
    const originHost = URL.canParse(origin) ? new URL(origin).host : undefined
    return originHost !== undefined && originHost !== '' && (originHost === host || originHost === ownHost)
  }
}
