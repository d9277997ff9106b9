// Mounts what browsers see: the built pages with the documentation, and the dynamic routes /try, /confirm and /admin.
import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { errorReply } from '../api/errors.js'
import { optionsHeaders } from '../httpMessages/cors.js'
import { appHeaders } from '../httpMessages/securityHeaders.js'
import { type Headers, sendPrepared, sendResponse } from '../httpMessages/send.js'
import { createAdminPage } from './admin.js'
import { createConfirmPage } from './confirm.js'
import { type Files, FOREIGN, openFiles, type PreparedFile } from './files.js'
import { createHomePage } from './home.js'
import type { PagesHost } from './host.js'
import { createTryOut } from './tryOut.js'

const METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Served as files of the same path; what is not among the files is answered by the REST routes. */
const FILES = [
  '/dashboard',
  '/docs',
  '/docs.md',
  '/docs/{*path}',
  '/llms.txt',
  '/llms-full.txt',
  '/assets/{*path}',
  `/${FOREIGN}`,
]
/** Pages made with libraries that write style elements. */
const INLINE_STYLES = new Set(['docs/api.html', 'graphql.html'])
const HOME_HEADERS = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }

type Next = () => void

/** Serves the pages that `npm run build:pages` made: `/`, `/dashboard`, `/docs`, and GraphiQL at `/graphql` in a browser. */
export function mountPages(host: PagesHost): void {
  const { app, services, rateLimiter, stopping, log, traffic } = host
  const count = traffic.of('pages')
  const tryOut = createTryOut(host)
  app.post('/try', async (request: Request, response: Response) => {
    const startedAt = performance.now()
    count(await tryOut(request, response), startedAt)
  })

  if (host.confirmsEmail) app.all('/confirm', createConfirmPage(host))
  if (host.adminToken !== undefined) app.all('/admin', createAdminPage(host, host.adminToken))

  const securityOf = createSecurity(services.baseUrl)
  const files = openFiles(services.baseUrl)
  if (!files) {
    log.warn({}, 'the pages have not been built; run npm run build')
    return
  }
  const home = createHomePage({ path: files.pathOf('index.html'), health: services.health, baseUrl: services.baseUrl })

  app.all('/', (request: Request, response: Response, next: Next) => {
    if (!isRead(request)) return isOptions(request) ? answerOptions(response) : next()
    if (!acceptsHtml(request)) return next()
    return sendHome(request, response)
  })
  app.all('/graphql', (request: Request, response: Response, next: Next) => {
    if (isRead(request) && wantsPage(request)) return send('graphql.html', request, response, next)
    return next()
  })
  app.all(FILES, (request: Request, response: Response, next: Next) => {
    const name = nameOf(request, files)
    if (name === undefined || isRefused(request)) return next()
    if (isRead(request)) return send(name, request, response, next)
    return isOptions(request) ? answerOptions(response) : next()
  })

  const sendHome = (request: Request, response: Response): Promise<void> =>
    answer('index.html', request, response, async () => ({ body: await home(), headers: HOME_HEADERS }))

  async function send(name: string, request: Request, response: Response, next: Next): Promise<void> {
    return answer(name, request, response, () => files!.load(name, request.acceptsEncodings()), next)
  }

  /** @param next called if there is no such page */
  async function answer(
    name: string,
    request: Request,
    response: Response,
    load: () => PreparedFile | undefined | Promise<PreparedFile | undefined>,
    next: Next = () => {},
  ): Promise<void> {
    const startedAt = performance.now()
    const own: Headers = { 'X-Request-ID': randomUUID() }
    try {
      await rateLimiter.limit('public_read', request, undefined, own)
      const file = await load()
      if (!file) return next()
      const headers = { ...own, ...file.headers, ...(isOperation(request) && { 'Access-Control-Allow-Origin': '*' }) }
      const security = name === FOREIGN ? undefined : securityOf(request.headers.host, INLINE_STYLES.has(name))
      count(sendPrepared(request, response, { headers, body: file.body, last: stopping() }, security), startedAt)
    } catch (error) {
      const { baseUrl } = services
      const failed = errorReply(error, { operation: 'pages', requestId: own['X-Request-ID']!, log, baseUrl })
      const headers = { ...own, 'Cache-Control': 'no-store', ...failed.headers }
      sendResponse(response, { status: failed.status, headers, body: failed.body, last: stopping() })
      count(failed.status, startedAt)
    }
  }

  function answerOptions(response: Response): void {
    const headers = { 'X-Request-ID': randomUUID(), ...optionsHeaders(METHODS, {}) }
    sendResponse(response, { status: 204, headers, last: stopping() })
  }
}

/** The security headers of pages, in alternation with their names. They are remembered for the host that asked last. */
function createSecurity(baseUrl: string) {
  const { host: own } = new URL(baseUrl)
  const latest = new Map<boolean, { readonly host: string | undefined; readonly headers: readonly string[] }>()
  return (host: string | undefined, inlineStyles: boolean): readonly string[] => {
    const known = latest.get(inlineStyles)
    if (known?.host === host && known) return known.headers
    const headers = Object.entries(appHeaders([host, own], { inlineStyles })).flat()
    latest.set(inlineStyles, { host, headers })
    return headers
  }
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'
const isOptions = ({ method }: Request): boolean => method === 'OPTIONS'

/** Whether a browser requests a page; programs accept everything or JSON. */
const wantsPage = ({ headers }: Request): boolean => (headers.accept ?? '').includes('text/html')

const acceptsHtml = (request: Request): boolean => request.accepts('html', 'json') === 'html'

/** The pages of reasons are operations of the contract, too, which every page may read, and which accept no parameters. */
const isOperation = ({ path }: Request): boolean => path.startsWith('/docs/reasons')
const isRefused = (request: Request): boolean => isOperation(request) && request.url.includes('?')

/** The file of a request's path: the path itself, or a page of that name. */
function nameOf({ path }: Request, files: Files): string | undefined {
  const name = decodeURIComponent(path).replace(/^\/|\/$/g, '')
  return [name, `${name}.html`, `${name}/index.html`].find((each) => files.has(each))
}
