// The layout of a page of the documentation: menu, article, contents, and the pages before and after.
import { escapeHtml } from '../../src/api/rest/html.js'
import type { DocsPage } from './docs.js'
import type { DocsMap, Entry } from './map.js'

/** Fewer headings are seen at a glance. */
const MIN_CONTENTS = 3
const HEADING = /<h2 id="([^"]+)">(.*?)(?:<a class="anchor".*?<\/a>)?<\/h2>/g

/** A page's body below the header. */
export function articlePage(map: DocsMap, page: DocsPage): string {
  const place = page.parent ?? page.url
  const section = map.sections.find(({ entries }) => entries.some(({ url }) => url === place))
  const trail = [
    `<a href="/docs">Docs</a>`,
    ...(section ? [`<span>${escapeHtml(section.title)}</span>`] : []),
    ...(page.parent ? [`<a href="${page.parent}">${nameOf(map, page.parent)}</a>`] : []),
  ]
  return `<div class="columns">
${menu(map, page)}
<main id="content">
<nav class="trail" aria-label="Breadcrumb">${trail.join(' ')}</nav>
<article class="prose">${withLead(page)}</article>
<footer class="after"><p class="soft"><a href="${page.url}.md">This page as Markdown</a></p>
${around(map.pages, place)}</footer>
</main>
${contents(page.html)}
</div>`
}

/** The article; one that starts with a section gets the sentence of the map as its first paragraph. */
const withLead = ({ html, description }: DocsPage): string =>
  html.replace(/(<\/h1>\n)(?=<h2)/, (title) => `${title}<p>${escapeHtml(description)}</p>\n`)

/** All pages. On a narrow screen it is a sheet, which a button opens without a script. */
function menu({ sections }: DocsMap, page: DocsPage): string {
  const item = ({ url, name }: Entry): string => {
    const mark = url === page.url ? ' aria-current="page"' : url === page.parent ? ' aria-current="true"' : ''
    return `<li><a href="${url}"${mark}>${escapeHtml(name)}</a></li>`
  }
  const lists = sections.map(
    ({ title, entries }) => `<p>${escapeHtml(title)}</p><ul>${entries.map(item).join('')}</ul>`,
  )
  return `<button type="button" class="menu-button" popovertarget="menu">Menu</button>
<nav class="side" id="menu" popover aria-label="Documentation">${lists.join('')}</nav>`
}

function contents(html: string): string {
  const headings = [...html.matchAll(HEADING)]
  if (headings.length < MIN_CONTENTS) return ''
  const items = headings.map(([, id, text]) => `<li><a href="#${id}">${text!.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`)
  return `<nav class="contents" aria-labelledby="contents-title"><p id="contents-title">On this page</p><ul>${items.join('')}</ul></nav>`
}

function around(pages: readonly Entry[], url: string): string {
  const index = pages.findIndex((each) => each.url === url)
  const link = (entry: Entry | undefined, rel: 'prev' | 'next', label: string): string =>
    entry ? `<a rel="${rel}" href="${entry.url}"><span>${label}</span> ${escapeHtml(entry.name)}</a>` : ''
  const links = link(pages[index - 1], 'prev', 'Previous') + link(pages[index + 1], 'next', 'Next')
  return `<nav class="around" aria-label="Previous and next page">${links}</nav>`
}

const nameOf = ({ pages }: DocsMap, url: string): string =>
  escapeHtml(pages.find((entry) => entry.url === url)?.name ?? '')
