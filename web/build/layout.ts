import { escapeHtml, siteHeader } from '../../src/api/rest/html.js'
import type { Assets } from './apps.js'

export interface Page {
  readonly title: string
  /** HTML of the body below the header. */
  readonly body: string
  readonly assets: readonly Assets[]
  /** URL of the header's link to mark as the current page. */
  readonly current?: string
  /** Class of the body. */
  readonly kind: 'home' | 'docs' | 'app' | 'full'
}

/** An envelope with a check mark. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b6e4f'/%3E%3Cpath d='M6 16l7 7L26 9' fill='none' stroke='%23fff' stroke-width='4'/%3E%3C/svg%3E"

/** A complete HTML page, with the header that all pages share. Contains neither inline scripts nor inline styles. */
export function renderPage({ title, body, assets, current, kind }: Page): string {
  const styles = assets.flatMap(({ styles }) => styles).map((url) => `<link rel="stylesheet" href="${url}">`)
  const preloads = assets.flatMap(({ imports }) => imports).map((url) => `<link rel="modulepreload" href="${url}">`)
  const scripts = assets.flatMap(({ scripts }) => scripts).map((url) => `<script type="module" src="${url}"></script>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · mailproof</title>
<link rel="icon" href="${ICON}">
${[...styles, ...preloads, ...scripts].join('\n')}
</head>
<body class="${kind}">
${siteHeader(current)}
${body}
</body>
</html>
`
}
