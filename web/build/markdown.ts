import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../src/api/rest/html.js'
import { sequenceList } from './sequence.js'

/** A Markdown file of `docs/`. */
export interface Source {
  /** Path in `docs/`, such as `adr/0001-one-log.md`. */
  readonly path: string
  readonly text: string
}

/** URL of a file in `docs/`. */
export const urlOf = (path: string): string =>
  `/docs/${path.replace(/(^|\/)(README|index)\.md$/, '$1').replace(/\.md$|\/$/g, '')}`

/** The id that GitHub gives a heading: lower case, no punctuation, hyphens for spaces. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

export const titleOf = (text: string): string => (/^# (.+)$/m.exec(text)?.[1] ?? 'Documentation').replaceAll('`', '')

/**
 * Renders Markdown to HTML. Links between documentation files become links between pages; links to other files of the
 * repository, which the service does not serve, become plain text.
 */
export function renderMarkdown({ path, text }: Source, isPage: (path: string) => boolean): string {
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const id = anchorOf(heading.replaceAll('`', ''))
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const url = linkOf(path, href, isPage)
        return url === undefined ? content : `<a href="${url}">${content}</a>`
      },
      table(token) {
        return scrollable(tableHtml(token, (cell) => this.parser.parseInline(cell.tokens)))
      },
      code({ text: code, lang }) {
        if (lang === 'mermaid') return sequenceList(code)
        return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

function linkOf(from: string, href: string, isPage: (path: string) => boolean): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(from), file))
  if (!isPage(target)) return undefined
  return `${urlOf(target)}${anchor === undefined ? '' : `#${anchor}`}`
}

const tableHtml = ({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string => {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}

/** Wide content scrolls in a box of its own, which the keyboard can reach. */
const scrollable = (html: string): string => `<div class="scroll" tabindex="0">${html}</div>\n`
