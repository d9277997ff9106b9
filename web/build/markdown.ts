import { posix } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import { type Code, codeBlock, tabOf, tabs, withOrigin } from './code.js'

/** A Markdown file of `docs/`. */
export interface Source {
  /** Path in `docs/`, such as `adr/0001-one-log.md`. */
  readonly path: string
  readonly text: string
}

/** URL of a file in `docs/`. */
export const urlOf = (path: string): string =>
  `/docs/${path.replace(/(^|\/)(README|index)\.md$/, '$1').replace(/\.md$|\/$/g, '')}`.replace(/\/$/, '')

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
    hooks: { processAllTokens: withTabs },
    extensions: [{ name: 'tabs', renderer: ({ codes }) => tabs(codes as Code[]) }],
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const id = anchorOf(heading.replaceAll('`', ''))
        const link = depth === 1 ? '' : `<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a>`
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}${link}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens)
        const url = linkOf(path, href, isPage)
        return url === undefined ? content : `<a href="${url}">${content}</a>`
      },
      table(token) {
        return scrollable(tableHtml(token, (cell) => this.parser.parseInline(cell.tokens)))
      },
      code({ text: code, lang = '' }) {
        return codeBlock({ text: code, info: lang })
      },
    },
  })
  return marked.parse(text, { async: false })
}

/** Blocks of code that name a tab and follow each other become one token. */
function withTabs(tokens: Token[]): Token[] {
  const found: Token[] = []
  let group: Code[] | undefined
  for (const token of tokens) {
    const code = token.type === 'code' ? { text: String(token.text), info: String(token.lang ?? '') } : undefined
    if (code && tabOf(code) !== undefined) {
      if (!group) {
        group = []
        found.push({ type: 'tabs', raw: '', codes: group })
      }
      group.push(code)
      continue
    }
    if (token.type !== 'space') group = undefined
    found.push(token)
  }
  return found
}

/** Markdown as programs read it: its samples call this service, and links to files that it does not serve become plain text. */
export function publicMarkdown({ path, text }: Source, isPage: (path: string) => boolean): string {
  return text
    .replace(/^<!--.*-->\n+/, '')
    .replace(/^```[\s\S]*?^```/gm, withOrigin)
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, content: string, href: string) =>
      linkOf(path, href, isPage) === undefined ? content : link,
    )
}

function linkOf(from: string, href: string, isPage: (path: string) => boolean): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const target = posix.normalize(posix.join(posix.dirname(from), file))
  if (!isPage(target)) return undefined
  return `${urlOf(target)}${anchor === undefined ? '' : `#${anchor}`}`
}

const tableHtml = ({ header, rows }: Tokens.Table, inline: (cell: Tokens.TableCell) => string): string => {
  const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') => {
    // Settings can be linked to.
    const [, name] = /^`([A-Z][A-Z0-9_]+)`$/.exec(cells[0]?.text ?? '') ?? []
    const id = name === undefined || header[0]?.text !== 'Name' ? '' : ` id="${name}"`
    return `<tr${id}>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`
  }
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`
}

/** Wide content scrolls in a box of its own, which the keyboard can reach. */
const scrollable = (html: string): string => `<div class="scroll" tabindex="0">${html}</div>\n`
