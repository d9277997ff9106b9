import { escapeHtml, siteHeader } from '../../src/api/rest/html.js'
import type { Assets } from './apps.js'

export interface Page {
  readonly title: string
  /** What the page is for, in a sentence: search engines and chats show it under a link. */
  readonly description: string
  /** Path of the page's URL. */
  readonly url: string
  /** HTML of the body below the header. */
  readonly body: string
  readonly assets: readonly Assets[]
  /** URL of the header's link to mark as the current page. */
  readonly current?: string
  /** Class of the body. */
  readonly kind: 'home' | 'docs' | 'app' | 'full'
  /** Whether the page is also served as Markdown, at its URL and `.md`. */
  readonly isMarkdown?: boolean
}

/** What every page has. */
export interface Site {
  /** Sets the theme before anything is drawn. */
  readonly theme: Assets
  /** The header's buttons. */
  readonly header: Assets
  /** URL of the picture that chats show with a link. */
  readonly picture: string
  /** URL of the index that the search loads when it is opened. */
  readonly searchIndex: string
}

/** An envelope with a check mark. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b6e4f'/%3E%3Cpath d='M6 16l7 7L26 9' fill='none' stroke='%23fff' stroke-width='4'/%3E%3C/svg%3E"

const icon = (name: string, paths: string): string =>
  `<svg class="icon ${name}" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true">${paths}</svg>`

const SEARCH_ICON = icon('search', '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4 4"/>')
/** The style shows the one of the present theme. */
const THEME_ICONS = [
  icon('auto', '<circle cx="10" cy="10" r="7"/><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"/>'),
  icon(
    'light',
    '<circle cx="10" cy="10" r="3.5"/><path d="M10 1.8v2M10 16.2v2M1.8 10h2M16.2 10h2M4.2 4.2l1.4 1.4M14.4 14.4l1.4 1.4M4.2 15.8l1.4-1.4M14.4 5.6l1.4-1.4"/>',
  ),
  icon('dark', '<path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z"/>'),
].join('')

/** Buttons that a script makes work; without it they are not shown. */
const tools = ({ searchIndex }: Site): string =>
  `<div class="tools"><button type="button" class="search-button" data-index="${searchIndex}" aria-haspopup="dialog">${SEARCH_ICON}<span>Search</span><kbd>Ctrl K</kbd></button><button type="button" class="theme-button">${THEME_ICONS}</button></div>`

const meta = (name: string, content: string): string =>
  `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeHtml(content)}">`

/**
 * A complete HTML page, with the header that all pages share. Contains neither inline scripts nor inline styles. The service
 * replaces `{{origin}}` by its URL.
 */
export function renderPage(site: Site, page: Page): string {
  const { title, description, url, body, current, kind } = page
  const assets = [...page.assets, site.header]
  const styles = assets.flatMap(({ styles }) => styles).map((href) => `<link rel="stylesheet" href="${href}">`)
  const preloads = assets.flatMap(({ imports }) => imports).map((href) => `<link rel="modulepreload" href="${href}">`)
  const scripts = assets.flatMap(({ scripts }) => scripts).map((src) => `<script type="module" src="${src}"></script>`)
  const full = kind === 'home' ? `mailproof: ${title}` : `${title} · mailproof`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script src="${site.theme.scripts[0]}"></script>
<title>${escapeHtml(full)}</title>
${[
  meta('description', description),
  meta('og:title', title),
  meta('og:description', description),
  meta('og:type', 'website'),
  meta('og:site_name', 'mailproof'),
  meta('og:url', `{{origin}}${url}`),
  meta('og:image', `{{origin}}${site.picture}`),
  meta('og:image:alt', 'mailproof: can this address receive mail, and why?'),
  meta('twitter:card', 'summary_large_image'),
].join('\n')}
<link rel="icon" href="${ICON}">
${page.isMarkdown ? `<link rel="alternate" type="text/markdown" href="${url}.md">\n` : ''}${[...new Set([...styles, ...preloads, ...scripts])].join('\n')}
</head>
<body class="${kind}">
${siteHeader(current, tools(site))}
${body}
</body>
</html>
`
}
