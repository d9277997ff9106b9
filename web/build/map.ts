// docs/README.md is the map of the documentation: it lists every page by audience, each with a sentence.
import { posix } from 'node:path'
import { urlOf } from './markdown.js'

/** A page as the map lists it. */
export interface Entry {
  readonly url: string
  /** Path in `docs/`; undefined for pages that are not made from Markdown, such as the API reference. */
  readonly path: string | undefined
  readonly name: string
  /** What the page is for: plain text, except for code in backticks. */
  readonly sentence: string
}

interface Section {
  readonly title: string
  readonly intro: string
  readonly entries: readonly Entry[]
}

export interface DocsMap {
  readonly title: string
  /** The sections for those who use and run the service, in reading order. */
  readonly sections: readonly Section[]
  /** Their entries in the same order. */
  readonly pages: readonly Entry[]
  /** Paths of pages that stay in the repository. */
  readonly unpublished: readonly string[]
}

/** The section whose pages are not published. */
const UNPUBLISHED = 'In the repository'
const ITEM = /^\* \[([^\]]+)\]\(([^)]+)\): (.+)$/gm

/** Reads the map. @param text of `docs/README.md` */
export function readMap(text: string): DocsMap {
  const [head, ...parts] = text.split(/^## /m)
  const all = parts.map(sectionOf)
  const sections = all.filter(({ title }) => title !== UNPUBLISHED)
  return {
    title: /^# (.+)$/m.exec(head!)![1]!,
    sections,
    pages: sections.flatMap(({ entries }) => entries),
    unpublished: all
      .filter(({ title }) => title === UNPUBLISHED)
      .flatMap(({ entries }) => entries.flatMap(({ path }) => (path === undefined ? [] : [path]))),
  }
}

function sectionOf(part: string): Section {
  const [title, intro] = part.split(/\n+/)
  const entries = [...part.matchAll(ITEM)].map(([, name, target, sentence]) => ({
    url: target!.startsWith('/') ? target! : urlOf(posix.normalize(target!)),
    path: target!.startsWith('/') ? undefined : posix.normalize(target!),
    name: name!,
    sentence: sentence!,
  }))
  return { title: title!, intro: intro!, entries }
}
