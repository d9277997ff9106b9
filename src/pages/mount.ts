import { randomUUID } from 'node:crypto'
import type { Request, Response } from 'express'
import { optionsHeaders } from '../web/cors.js'
import { appHeaders } from '../web/securityHeaders.js'
import { sendResponse } from '../web/send.js'
import { type Files, openFiles } from './files.js'
import { createHomePage } from './home.js'
import type { PagesHost } from './host.js'
import { createTryOut } from './tryOut.js'

const METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Served as files of the same path; what is not among the files is answered by the REST routes. */
const FILES = ['/dashboard', '/docs', '/docs/{*path}', '/assets/{*path}']
/** Pages made with libraries that write style elements. */
const INLINE_STYLES = new Set(['docs/api.html', 'graphql.html'])

type Next = () => void

/** Serves the pages that `npm run build:pages` made: `/`, `/dashboard`, `/docs`, and GraphiQL at `/graphql` in a browser. */
export function mountPages(host: PagesHost): void {
  const { app, services, stopping, log, traffic } = host
  const count = traffic.of('pages')
  const tryOut = createTryOut(host)
  app.post('/try', async (request: Request, response: Response) => {
    const startedAt = performance.now()
    count(await tryOut(request, response), startedAt)
  })

  const files = openFiles()
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
    if (isRead(request) && wantsPage(request)) send('graphql.html', request, response, next)
    else next()
  })
  app.all(FILES, (request: Request, response: Response, next: Next) => {
    const name = nameOf(request, files)
    if (name === undefined) return next()
    if (isRead(request)) return send(name, request, response, next)
    return isOptions(request) ? answerOptions(response) : next()
  })

  async function sendHome(request: Request, response: Response): Promise<void> {
    const startedAt = performance.now()
    const html = await home()
    prepare('index.html', request, response, startedAt)
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
      'Cache-Control': 'no-cache',
    })
    response.end(request.method === 'HEAD' ? undefined : html)
  }

  function send(name: string, request: Request, response: Response, next: Next): void {
    prepare(name, request, response, performance.now())
    files!.send(name, request, response, next)
  }

  function prepare(name: string, { headers: { host: own } }: Request, response: Response, startedAt: number): void {
    const hosts = [own, new URL(services.baseUrl).host]
    const headers = appHeaders(hosts, { inlineStyles: INLINE_STYLES.has(name) })
    for (const [header, value] of Object.entries(headers)) response.setHeader(header, value)
    response.setHeader('X-Request-ID', randomUUID())
    if (stopping()) response.shouldKeepAlive = false
    response.once('finish', () => count(response.statusCode, startedAt))
  }

  function answerOptions(response: Response): void {
    const headers = { 'X-Request-ID': randomUUID(), ...optionsHeaders(METHODS, {}) }
    sendResponse(response, { status: 204, headers, last: stopping() })
  }
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'
const isOptions = ({ method }: Request): boolean => method === 'OPTIONS'

/** Whether a browser requests a page; programs accept everything or JSON. */
const wantsPage = ({ headers }: Request): boolean => (headers.accept ?? '').includes('text/html')

const acceptsHtml = (request: Request): boolean => request.accepts('html', 'json') === 'html'

/** The file of a request's path: the path itself, or a page of that name. */
function nameOf({ path }: Request, files: Files): string | undefined {
  const name = decodeURIComponent(path).replace(/^\/|\/$/g, '')
  return [name, `${name}.html`, `${name}/index.html`].find((each) => files.has(each))
}
