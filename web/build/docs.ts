import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AssetsOf } from './apps.js'
import { errorPages } from './errors.js'
import { renderPage } from './layout.js'
import { renderMarkdown, type Source, titleOf, urlOf } from './markdown.js'
import { DOCS, OUTPUT } from './paths.js'

const GUIDES = [
  'quick-start',
  'sign-up-form',
  'rules',
  'bulk',
  'webhooks',
  'generate-a-client',
  'pool-and-privacy',
  'graphql',
  'replay',
].map((name) => `guides/${name}.md`)
/** Sections of the navigation, in order. Pages that no section names are listed under "More". */
const SECTIONS: readonly { readonly title: string; readonly paths: readonly string[] }[] = [
  { title: 'Guides', paths: GUIDES },
  {
    title: 'Reference',
    paths: ['verdicts.md', 'sandbox.md', 'errors.md', 'client.md', 'library.md', 'cli.md', 'specification.md'],
  },
  {
    title: 'Operating',
    paths: [
      'configuration.md',
      'operations.md',
      'backup.md',
      'guides/prove-the-log.md',
      'observability.md',
      'migration.md',
      'mongodb.md',
      'kurrentdb.md',
      'data-erasure.md',
      'security.md',
    ],
  },
  {
    title: 'Contributing',
    paths: [
      'architecture.md',
      'events.md',
      'contributing.md',
      'testing.md',
      'benchmarks.md',
      'glossary.md',
      'adr/README.md',
    ],
  },
]
/** Reference pages that are not made from Markdown. */
const GENERATED = [
  ['/docs/api', 'API reference'],
  ['/docs/reasons', 'Reasons'],
] as const

/** Writes every Markdown file of `docs/` as a page, a page per error code, and an index. */
export function writeDocs(assetsOf: AssetsOf): void {
  const sources = readSources()
  const paths = new Set(sources.map(({ path }) => path))
  const titles = new Map(sources.map(({ path, text }) => [path, titleOf(text)]))
  const pages = [...sources, ...errorPages(sources.find(({ path }) => path === 'errors.md')!)]

  for (const source of pages) {
    const url = urlOf(source.path)
    const html = renderMarkdown(source, (path) => paths.has(path))
    write(url, titleOf(source.text), `${navigation(url)}<main id="content" class="prose">${html}</main>`)
  }
  write('/docs', 'Guides and reference', `<main id="content" class="prose">${index()}</main>`)

  function write(url: string, title: string, content: string): void {
    const path = join(OUTPUT, `${url}.html`)
    mkdirSync(dirname(path), { recursive: true })
    const body = `<div class="columns">${content}</div>`
    writeFileSync(path, renderPage({ title, body, assets: [assetsOf('site')], current: '/docs', kind: 'docs' }))
  }

  function sections(): { title: string; links: (readonly [url: string, name: string])[] }[] {
    const known = new Set(SECTIONS.flatMap((section) => section.paths))
    const more = [...paths].filter((path) => !path.includes('/') && !known.has(path)).sort()
    return [...SECTIONS, ...(more.length > 0 ? [{ title: 'More', paths: more }] : [])].map(
      ({ title, paths: listed }) => ({
        title,
        links: [
          ...listed.map((path) => [urlOf(path), titles.get(path)!] as const),
          ...(title === 'Reference' ? GENERATED : []),
        ],
      }),
    )
  }

  function navigation(current: string): string {
    const lists = sections().map(({ title, links }) => {
      const items = links.map(([url, name]) => {
        const mark = url === current ? ' aria-current="page"' : ''
        return `<li><a href="${url}"${mark}>${name}</a></li>`
      })
      return `<p>${title}</p><ul>${items.join('')}</ul>`
    })
    return `<nav class="side" aria-label="Documentation">${lists.join('')}</nav>`
  }

  function index(): string {
    const lists = sections().map(({ title, links }) => {
      const items = links.map(([url, name]) => `<li><a href="${url}">${name}</a></li>`)
      return `<section><h2>${title}</h2><ul>${items.join('')}</ul></section>`
    })
    return `<h1>Guides and reference</h1>
<p>Start with the <a href="/docs/guides/quick-start">quick start</a>. The <a href="/docs/api">API reference</a> can send requests to this service.</p>
<div class="grid">${lists.join('')}</div>`
  }
}

function readSources(): Source[] {
  const names = readdirSync(DOCS, { recursive: true }).map(String)
  return names
    .filter((name) => name.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(DOCS, path), 'utf8') }))
}
