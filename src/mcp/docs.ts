// The search over the documentation, from the index that the pages load.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SearchEntry } from '../docsSearch/engine.js'

/** Made by `npm run build:pages`. The path is the same from `src/mcp` and from `dist/mcp`. */
const DIRECTORY = fileURLToPath(new URL('../../dist/public/assets', import.meta.url))
const INDEX = /^search-[0-9a-f]+\.json$/
const MAX_TEXT = 1_500

interface Section {
  readonly title: string
  /** From the root of the service. */
  readonly url: string
  /** The whole page as Markdown; undefined for pages without. */
  readonly markdown: string | undefined
  readonly text: string
}

type SearchDocs = (query: string) => readonly Section[]

/**
 * The search, loaded when it is first used, and again after a failure; undefined if the pages have not been built.
 * @param directory of the assets of the pages
 */
export function createDocs(directory: string): () => Promise<SearchDocs | undefined> {
  let loading: Promise<SearchDocs | undefined> | undefined
  return () => {
    loading ??= load(directory).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

export const loadDocs = createDocs(DIRECTORY)

async function load(directory: string): Promise<SearchDocs | undefined> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const name = names.find((each) => INDEX.test(each))
  if (name === undefined) return undefined
  const entries = JSON.parse(await readFile(join(directory, name), 'utf8')) as readonly SearchEntry[]
  const { createSearch } = await import('../docsSearch/engine.js')
  const search = createSearch(entries)
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]))
  return (query) =>
    search(query).map(({ url, page, heading }) => {
      const { text, kind } = byUrl.get(url)!
      return {
        title: heading === '' ? page : `${page}: ${heading}`,
        url,
        markdown: kind === 'page' || kind === 'error' ? `${url.split('#')[0]}.md` : undefined,
        text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text,
      }
    })
}
