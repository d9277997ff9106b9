import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/** Helmet's headers do not depend on the request: it is asked once, at start, and not 16,000 times a second. */
function ask(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** For data: nothing in it may run, be framed, or be taken for something else. */
export const dataHeaders = ask({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: { action: 'deny' },
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** For pages: styles of their own, no scripts. */
export const pageHeaders = ask({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
})

const POLICY = 'Content-Security-Policy'
/** A host and perhaps a port as a policy may name them (CSP Level 3, section 2.3.1): nothing in it ends a directive. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

const forApps = ask({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'", 'data:'],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
})

/**
 * For pages that are programs: scripts of our own, which speak with this service alone.
 * @param hosts names of this service, as requests name it; its WebSockets are there, and not every browser takes them
 *   for the page's own origin. What is not well-formed is left out.
 */
export function appHeaders(hosts: readonly (string | undefined)[]): Readonly<Record<string, string>> {
  const own = new Set(hosts.filter((host) => host !== undefined && HOST.test(host)))
  const sources = [...own].flatMap((host) => [`ws://${host}`, `wss://${host}`])
  const policy = forApps[POLICY]!.replace("connect-src 'self'", ["connect-src 'self'", ...sources].join(' '))
  return { ...forApps, [POLICY]: policy }
}
