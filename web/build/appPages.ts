import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssetsOf } from './apps.js'
import { renderPage, type Site } from './layout.js'
import { renderMarkdown } from './markdown.js'
import { OUTPUT, WEB } from './paths.js'

const needsScript = (instead: string): string =>
  `<noscript><p class="notice">This page needs JavaScript. ${instead}</p></noscript>`

/** Writes the pages that are not documentation. @param scalar URL of the API reference's script */
export function writeAppPages(site: Site, assetsOf: AssetsOf, scalar: string): void {
  const styles = assetsOf('site')
  const shell = assetsOf('shell')
  const write = (name: string, page: Parameters<typeof renderPage>[1]): void =>
    writeFileSync(join(OUTPUT, name), renderPage(site, page))
  const samples = renderMarkdown({ path: '', text: readFileSync(join(WEB, 'home/samples.md'), 'utf8') }, () => false)
  write('index.html', {
    title: 'email validation that explains itself',
    description:
      'Checks email addresses for sign-up forms and mailing lists, and names the reasons of every verdict. You run it yourself.',
    url: '/',
    body: readFileSync(join(WEB, 'home/body.html'), 'utf8').replace('<!--samples-->', () => samples),
    assets: [styles, assetsOf('home')],
    kind: 'home',
  })
  write('dashboard.html', {
    title: 'Dashboard',
    description: 'What your account verified, decided and used, its keys, batches and webhooks, and the pool live.',
    url: '/dashboard',
    body: `<main id="content">${needsScript('The same figures are served at <a href="/v1/pool/stats">/v1/pool/stats</a>.')}</main>`,
    assets: [styles, assetsOf('dashboard')],
    current: '/dashboard',
    kind: 'app',
  })
  write('graphql.html', {
    title: 'GraphiQL',
    description: 'Queries, mutations and subscriptions of this service, with completion and documentation.',
    url: '/graphql',
    body: `<main id="content">${needsScript('The schema is available by introspection at POST /graphql.')}</main>`,
    assets: [shell, assetsOf('graphql')],
    current: '/graphql',
    kind: 'full',
  })
  mkdirSync(join(OUTPUT, 'docs'), { recursive: true })
  write('docs/api.html', {
    title: 'API reference',
    description: 'Every REST operation with its parameters and answers, samples, and a way to send it from the page.',
    url: '/docs/api',
    body: `<main id="content" data-script="${scalar}">${needsScript('The description is at <a href="/openapi.json">/openapi.json</a>.')}</main>`,
    assets: [shell, assetsOf('reference')],
    current: '/docs/api',
    kind: 'full',
  })
}
