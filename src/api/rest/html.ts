// The frame of HTML pages that the service makes itself: header, style, and escaping of text.

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const LINKS: readonly (readonly [url: string, name: string])[] = [
  ['/dashboard', 'Dashboard'],
  ['/docs', 'Docs'],
  ['/docs/api', 'API reference'],
  ['/graphql', 'GraphiQL'],
]

/**
 * The header that all pages share, as HTML.
 * @param current URL of the link to mark as the current page
 * @param tools HTML of buttons, for pages with scripts
 */
export function siteHeader(current?: string, tools = ''): string {
  const links = LINKS.map(
    ([url, name]) => `<a href="${url}"${url === current ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<a class="skip" href="#content">Skip to content</a>
<header class="top"><a class="brand" href="/">mailproof</a><nav aria-label="Site">${links.join(' ')}</nav>${tools}</header>`
}

/** The look of `web/shared`, for pages that load nothing. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #566070; --paper: #fbfbf9; --line: #d9dee4; --accent: #0b6e4f }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf1; --soft: #a3aebc; --paper: #12161c; --line: #2d3642; --accent: #4fd1a5 } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
.skip { position: absolute; left: -99rem }
.skip:focus { left: .5rem; top: .5rem; padding: .4rem .8rem; background: var(--paper) }
.top { display: flex; align-items: center; gap: .25rem 1.25rem; padding: .7rem 1.25rem; border-bottom: 1px solid var(--line) }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .92rem }
.top a { color: var(--soft); text-decoration: none }
.top .brand { color: var(--ink); font-weight: 700; letter-spacing: -.02em }
.top nav a:hover, .top nav a[aria-current] { color: var(--ink); text-decoration: underline var(--accent) 2px; text-underline-offset: 5px }
@media (max-width: 40rem) { .top { flex-wrap: wrap } .top nav { flex-basis: 100% } }
main { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1.25rem 5rem }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .2em 0 .6em }
h2 { font-size: 1.05rem; margin: 2em 0 .4em }
a { color: var(--accent) }
main:has(table) { max-width: 66rem } .scroll { overflow-x: auto } table { border-collapse: collapse; font-size: .92rem }
th, td { padding: .35rem 1.1rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap }
.figure { text-align: right; font-variant-numeric: tabular-nums }
input { font: inherit; padding: .4rem .6rem; border: 1px solid var(--soft); border-radius: 6px; background: var(--paper); color: var(--ink) }
button { font: inherit; padding: .45rem 1rem; border: 1px solid var(--accent); border-radius: 6px; background: var(--accent); color: var(--paper); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code { font: .92em ui-monospace, monospace; background: color-mix(in srgb, var(--ink) 8%, transparent); padding: .1em .35em; border-radius: 4px }
.soft { color: var(--soft) } ul { padding-left: 1.1rem } li { margin: .45em 0 }
.tag { display: inline-block; font-size: .8rem; border: 1px solid var(--line); border-radius: 99px; padding: .05rem .6rem; color: var(--soft) }
`

/** A complete HTML page that loads nothing. @param body HTML */
export const htmlPage = (title: string, body: string, current?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · mailproof</title>
<style>${STYLE}</style>
</head>
<body>
${siteHeader(current)}
<main id="content">
${body}
</main></body>
</html>
`
