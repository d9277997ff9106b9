import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetsOf } from './apps.js'
import { renderPage } from './layout.js'
import { OUTPUT, WEB } from './paths.js'

const needsScript = (instead: string): string =>
  `<noscript><p class="notice">This page needs JavaScript. ${instead}</p></noscript>`

/** Writes the pages that are not documentation. @param scalar URL of the API reference's script */
export function writeAppPages(assetsOf: AssetsOf, scalar: string): void {
  const site = assetsOf('site')
  const shell = assetsOf('shell')
  const write = (name: string, html: string): void => writeFileSync(join(OUTPUT, name), html)
  write(
    'index.html',
    renderPage({
      title: 'Email validation that explains itself',
      body: readFileSync(join(WEB, 'home/body.html'), 'utf8'),
      assets: [site, assetsOf('home')],
      kind: 'home',
    }),
  )
  write(
    'dashboard.html',
    renderPage({
      title: 'Dashboard',
      body: `<main id="content">${needsScript('The same figures are served at <a href="/v1/pool/stats">/v1/pool/stats</a>.')}</main>`,
      assets: [site, assetsOf('dashboard')],
      current: '/dashboard',
      kind: 'app',
    }),
  )
  write(
    'graphql.html',
    renderPage({
      title: 'GraphiQL',
      body: `<main id="content">${needsScript('The schema is available by introspection at POST /graphql.')}</main>`,
      assets: [shell, assetsOf('graphql')],
      current: '/graphql',
      kind: 'full',
    }),
  )
  mkdirSync(join(OUTPUT, 'docs'), { recursive: true })
  write(
    'docs/api.html',
    renderPage({
      title: 'API reference',
      body: `<main id="content" data-script="${scalar}">${needsScript('The description is at <a href="/openapi.json">/openapi.json</a>.')}</main>`,
      assets: [shell, assetsOf('reference')],
      current: '/docs/api',
      kind: 'full',
    }),
  )
}
