import type { Request, Response } from 'express'
import { optionsHeaders } from '../../web/cors.js'
import { appHeaders } from '../../web/securityHeaders.js'
import { sendResponse } from '../../web/send.js'
import type { GraphqlHost } from '../host.js'
import { readPackaged } from './assets.js'
import { PAGE, START_SCRIPT } from './page.js'

/** Path of the page's assets, below the page. */
export const GRAPHIQL_ASSETS = 'assets'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'

/** The page's assets. */
const ASSETS: { readonly [name: string]: { readonly type: string; readonly read: () => Promise<string> | string } } = {
  'react.js': { type: SCRIPT, read: () => readPackaged('react.js') },
  'react-dom.js': { type: SCRIPT, read: () => readPackaged('react-dom.js') },
  'graphiql.js': { type: SCRIPT, read: () => readPackaged('graphiql.js') },
  'graphiql.css': { type: STYLE, read: () => readPackaged('graphiql.css') },
  'start.js': { type: SCRIPT, read: () => START_SCRIPT },
}

/** Whether a browser requests the page. */
export const wantsPage = ({ method, headers }: Request): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')

export const pageHandler =
  ({ stopping, services }: Pick<GraphqlHost, 'stopping' | 'services'>) =>
  ({ method, headers: { host } }: Request, response: Response): void => {
    if (stopping()) response.shouldKeepAlive = false
    const own = appHeaders([host, new URL(services.baseUrl).host])
    const headers = { ...own, 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    response.writeHead(200, {
      ...headers,
      'X-Request-ID': crypto.randomUUID(),
      'Content-Length': Buffer.byteLength(PAGE),
    })
    response.end(method === 'HEAD' ? undefined : PAGE)
  }

/** Answers OPTIONS for an asset. */
export const assetOptionsHandler =
  ({ stopping }: Pick<GraphqlHost, 'stopping'>) =>
  (_: Request, response: Response): void => {
    const headers = { 'X-Request-ID': crypto.randomUUID(), ...optionsHeaders(['GET', 'HEAD', 'OPTIONS'], {}) }
    sendResponse(response, { status: 204, headers, last: stopping() })
  }

/** Serves an asset of the page; unknown names fall through to the 404 handler. */
export const assetHandler =
  ({ stopping }: Pick<GraphqlHost, 'stopping'>) =>
  async ({ params }: Request, response: Response, next: () => void): Promise<void> => {
    const { name } = params as { name: string }
    const asset = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
    if (!asset) return next()
    const body = await asset.read()
    const headers = {
      'X-Request-ID': crypto.randomUUID(),
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=86400',
    }
    sendResponse(response, { status: 200, headers, body, last: stopping() })
  }
