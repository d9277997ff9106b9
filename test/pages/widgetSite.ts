// A site of somebody else that uses the widget, with a policy that allows nothing but the service.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type HttpServer, startHttpServer } from '../../testbed/receivers/httpServer.js'

const run = promisify(execFile)

export interface Site extends Pick<HttpServer, 'close'> {
  readonly origin: string
  /** Publishes a page. @returns its URL */
  page(content: PageContent): string
  /** Bodies of the forms that were sent. */
  readonly sent: readonly string[]
}

export interface PageContent {
  /** HTML in `main`. */
  readonly body: string
  /** HTML at the end of the head. */
  readonly head?: string
  readonly language?: string
  /** JavaScript of the site itself. */
  readonly script?: string
}

/** @param service origin of the service, the only one that pages may load from and connect to */
export async function startSite(service: string): Promise<Site> {
  const pages = new Map<string, { readonly type: string; readonly text: string }>()
  const sent: string[] = []
  const policy = (hasScript: boolean): string =>
    [
      "default-src 'none'",
      `script-src ${service}${hasScript ? " 'self'" : ''}`,
      `connect-src ${service}`,
      "form-action 'self'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ].join('; ')
  const { url, close } = await startHttpServer((request, response) => {
    const path = request.url!.split('?')[0]!
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        sent.push(body)
        response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy(false) })
        response.end('<title>Sent</title><h1>Thank you</h1>')
      })
      return
    }
    const page = pages.get(path)
    response.writeHead(page ? 200 : 404, {
      'Content-Type': page?.type ?? 'text/plain',
      'Content-Security-Policy': policy(pages.has(`${path}.js`)),
      // Such a page loads from elsewhere only what says that it may.
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    response.end(page?.text)
  })
  return {
    origin: url,
    sent,
    close,
    page({ body, head = '', language = 'en', script }) {
      const path = `/${pages.size}`
      const own = script === undefined ? '' : `<script type="module" src="${path}.js"></script>`
      const text = `<!doctype html><html lang="${language}"><title>Sign up</title>
        <meta name="viewport" content="width=device-width">${head}<main>${body}</main>${own}</html>`
      pages.set(path, { type: 'text/html; charset=utf-8', text })
      if (script !== undefined) pages.set(`${path}.js`, { type: 'text/javascript', text: script })
      return url + path
    },
  }
}

/** The script of a form in `forms/`, as a site would build it. */
export async function buildForm(name: string): Promise<string> {
  const program = fileURLToPath(new URL('forms/build.mjs', import.meta.url))
  return (await run(process.execPath, [program, name], { maxBuffer: 10_000_000 })).stdout
}
