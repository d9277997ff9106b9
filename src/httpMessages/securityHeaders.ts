// Security headers of data, pages and apps.
import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet, { type HelmetOptions } from 'helmet'

/** Helmet's headers do not depend on the request, so they are computed once at start and not 16,000 times a second. */
function helmetHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
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

/** Headers of data: its content must not be executed, framed or content-sniffed. */
export const dataHeaders = helmetHeaders({
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

const documentHeaders = (formAction: "'none'" | "'self'") =>
  helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        baseUri: ["'none'"],
        formAction: [formAction],
        frameAncestors: ["'none'"],
      },
    },
  })

/** Headers of documents: inline styles are allowed, scripts are not. */
export const pageHeaders = documentHeaders("'none'")
/** Headers of documents with a form that is sent to this service. */
export const formHeaders = documentHeaders("'self'")

const CSP_HEADER = 'Content-Security-Policy'
/** A host with an optional port, as a policy may name it (CSP Level 3, section 2.3.1): it cannot end a directive. */
const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

const appDirectives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  fontSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'none'"],
}

/** Headers of pages whose scripts write no HTML: Trusted Types forbids it. */
const ownAppHeaders = helmetHeaders({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...appDirectives, requireTrustedTypesFor: ["'script'"] },
  },
})

/** Headers of pages made with libraries that write style elements and HTML. */
const inlineStyleHeaders = helmetHeaders({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { ...appDirectives, styleSrc: ["'self'", "'unsafe-inline'"], fontSrc: ["'self'", 'data:'] },
  },
})

/**
 * Headers of web apps: they run our own scripts, which may connect to this service only.
 * @param hosts hosts under which requests reach this service. They are listed for WebSockets, which not every browser
 *   counts as the page's own origin. Malformed ones are left out.
 */
export function appHeaders(
  hosts: readonly (string | undefined)[],
  { inlineStyles = false } = {},
): Readonly<Record<string, string>> {
  const base = inlineStyles ? inlineStyleHeaders : ownAppHeaders
  const own = new Set(hosts.filter((host) => host !== undefined && HOST.test(host)))
  const sources = [...own].flatMap((host) => [`ws://${host}`, `wss://${host}`])
  const policy = base[CSP_HEADER]!.replace("connect-src 'self'", ["connect-src 'self'", ...sources].join(' '))
  return { ...base, [CSP_HEADER]: policy }
}
