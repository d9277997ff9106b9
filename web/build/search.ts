// The index of the search: a section of a page per entry, with the operations of the API and the reasons of verdicts.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { SearchEntry } from '../../src/docsSearch/engine.js'
import { REASONS } from '../../src/features/verification/engine/policy/reasons.js'
import type { DocsPage } from './docs.js'
import { OPENAPI, OUTPUT } from './paths.js'
import { REASONS_URL } from './reasons.js'

/** A section starts with a heading, or is a row of a table that has an anchor of its own. */
const SECTION = /(?=<h[23] id="|<tr id=")/
const HEADING = /^<(?:h[1-3]|tr) id="([^"]+)">(?:<td>)?(.*?)(?:<a class="anchor".*?<\/a>)?<\/(?:h[1-3]|td)>/

/** Guides explain; pages that list everything have many short sections, whose scores would be high. */
const WEIGHTS = { guide: 1.2, page: 1, list: 0.5, error: 0.6, reason: 0.6, operation: 0.4 }
const MANY_SECTIONS = 20
/** From here on, a page about an error has samples. */
const SAMPLES = '<h2 id="an-answer'
/** Its sections are pages of their own. */
const ERRORS = '/docs/errors'

/** Everything that can be found. */
export function searchEntries(pages: readonly DocsPage[]): SearchEntry[] {
  return [
    ...pages.filter(({ url }) => !url.startsWith(REASONS_URL)).flatMap(sectionsOf),
    ...Object.values(REASONS).map(({ slug, code, sentence, explanation, visitor }) => ({
      url: `${REASONS_URL}/${slug}`,
      page: `Reason ${code}`,
      heading: '',
      text: `${sentence} ${explanation} ${visitor}`,
      kind: 'reason' as const,
      weight: WEIGHTS.reason,
    })),
    ...operations(),
  ]
}

/** Writes the index. @returns its URL */
export function writeSearchIndex(entries: readonly SearchEntry[]): string {
  const text = JSON.stringify(entries)
  const name = `assets/search-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.json`
  mkdirSync(join(OUTPUT, 'assets'), { recursive: true })
  writeFileSync(join(OUTPUT, name), text)
  return `/${name}`
}

function sectionsOf({ url, name: page, html, description, parent }: DocsPage): SearchEntry[] {
  const parts =
    url === ERRORS ? html.split(SECTION).slice(0, 1) : parent ? [html.split(SAMPLES)[0]!] : html.split(SECTION)
  const kind = parent === undefined ? 'page' : 'error'
  const isList = parts.length > MANY_SECTIONS
  const weight = WEIGHTS[kind === 'error' ? kind : isList ? 'list' : url.startsWith('/docs/guides/') ? 'guide' : 'page']
  return parts.map((part, index) => {
    const [, id, heading = ''] = HEADING.exec(part) ?? []
    const text = textOf(part.replace(HEADING, ''))
    const also = /HTTP status (\d{3})/.exec(kind === 'error' ? text : '')?.[1]
    if (index === 0)
      return { url, page, heading: '', text: `${description} ${text}`, ...(also && { also }), kind, weight }
    return { url: `${url}#${id}`, page, heading: textOf(heading), text, kind, weight }
  })
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly description?: string
}

function operations(): SearchEntry[] {
  const { paths } = parse(readFileSync(OPENAPI, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, { summary, tags, description = '', operationId }]) => ({
        url: `/docs/api#tag/${tags[0]!.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`,
        page: `${method.toUpperCase()} ${path}`,
        heading: '',
        text: `${summary}. ${description}`.replace(/\s+/g, ' '),
        also: operationId,
        kind: 'operation' as const,
        weight: WEIGHTS.operation,
      })),
  )
}

const ENTITIES: { readonly [entity: string]: string } = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

const textOf = (html: string): string =>
  html
    .replace(/<figcaption>.*?<\/figcaption>/g, '')
    .replace(/<\/(?:p|li|td|th|tr|h\d|pre|figure)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replaceAll('{{origin}}', '')
    .replace(/\s+/g, ' ')
    .trim()
