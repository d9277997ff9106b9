import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { escapeHtml } from '../../src/api/rest/html.js'
import type { AssetsOf } from './apps.js'
import { articlePage } from './article.js'
import { errorPages } from './errors.js'
import { renderPage, type Site } from './layout.js'
import { plain } from './made.js'
import { type DocsMap, type Entry, readMap } from './map.js'
import { publicMarkdown, renderMarkdown, type Source, titleOf, urlOf } from './markdown.js'
import { DOCS, OUTPUT } from './paths.js'
import { reasonPages } from './reasons.js'

/** A page of the documentation, before it is laid out. */
export interface DocsPage {
  readonly url: string
  readonly title: string
  /** How the search calls it. */
  readonly name: string
  readonly description: string
  /** The article, starting with its first heading. */
  readonly html: string
  /** For programs that read Markdown. */
  readonly markdown: string
  /** The page that lists this one; undefined for a page of the map. */
  readonly parent?: string
}

const MAP = 'README.md'

/** Reads `docs/`: the map, the pages that it publishes, and a page per error code and per reason. */
export function readDocs(): { readonly map: DocsMap; readonly pages: readonly DocsPage[] } {
  const sources = readSources()
  const textOf = (path: string): string => {
    const source = sources.find((each) => each.path === path)
    if (!source) throw new Error(`docs/README.md lists ${path}, which does not exist.`)
    return source.text
  }
  const map = readMap(textOf(MAP))
  const listed = map.pages.flatMap(({ path, ...entry }) => (path === undefined ? [] : [{ ...entry, path }]))
  const made = [...errorPages({ path: 'errors.md', text: textOf('errors.md') }), ...reasonPages()]
  const published = new Set([MAP, ...listed.map(({ path }) => path)])
  const isPage = (path: string): boolean => published.has(path)

  const pageOf = (source: Source, name: string, description: string): DocsPage => ({
    url: urlOf(source.path),
    title: titleOf(source.text),
    name,
    description,
    html: renderMarkdown(source, isPage),
    markdown: publicMarkdown(source, isPage),
  })
  return {
    map,
    pages: [
      ...listed.map(({ path, name, sentence }) => pageOf({ path, text: textOf(path) }, name, plain(sentence))),
      ...made.map((each) => {
        const parent = parentOf(each.path)
        return { ...pageOf(each, each.name, each.description), ...(parent !== undefined && { parent }) }
      }),
    ],
  }
}

/** Writes every page as HTML and as Markdown, and the index. */
export function writeDocs(site: Site, assetsOf: AssetsOf, map: DocsMap, pages: readonly DocsPage[]): void {
  const assets = [assetsOf('site'), assetsOf('docs')]
  for (const page of pages) {
    const { url, title, description } = page
    const body = articlePage(map, page)
    write(`${url}.html`, renderPage(site, { title, description, url, body, assets, ...COMMON }))
    write(`${url}.md`, page.markdown)
  }
  const description = 'Guides, reference and operation of mailproof, the email validation that explains itself.'
  const body = `<main id="content" class="map">${indexOf(map)}</main>`
  write('/docs.html', renderPage(site, { title: map.title, description, url: '/docs', body, assets, ...COMMON }))
}

const COMMON = { current: '/docs', kind: 'docs', isMarkdown: true } as const

function write(name: string, text: string): void {
  const path = join(OUTPUT, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** The map as a page: a card per page, by audience. */
function indexOf({ title, sections }: DocsMap): string {
  const card = ({ url, name, sentence }: Entry): string =>
    `<li><a href="${url}">${escapeHtml(name)}</a><span>${inlineCode(sentence)}</span></li>`
  const parts = sections.map(({ title: heading, intro, entries }) => {
    const id = heading.toLowerCase().replaceAll(' ', '-')
    return `<section aria-labelledby="${id}"><header><h2 id="${id}">${heading}</h2><p>${escapeHtml(intro)}</p></header><ul class="cards">${entries.map(card).join('\n')}</ul></section>`
  })
  return `<header class="opening"><h1>${title}</h1>
<p>New here? The <a href="/docs/guides/quick-start">quick start</a> takes ten minutes. In a hurry? <a href="/docs/guides/sign-up-form">A sign-up form</a> is one function.</p></header>
${parts.join('\n')}
<p class="soft">For programs: <a href="/llms.txt">llms.txt</a> lists these pages as Markdown, <a href="/openapi.json">openapi.json</a> describes the API.</p>`
}

/** The sentence as HTML. */
const inlineCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** The list that a page belongs to. */
const parentOf = (path: string): string | undefined => (path.includes('/') ? urlOf(posix.dirname(path)) : undefined)

function readSources(): Source[] {
  const names = readdirSync(DOCS, { recursive: true }).map(String)
  return names
    .filter((name) => name.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(DOCS, path), 'utf8') }))
}
