// Pages that are made from data: Markdown with what the map says about pages that are written.
import type { Source } from './markdown.js'

export interface Made extends Source {
  /** How the search calls it. */
  readonly name: string
  /** Plain text. */
  readonly description: string
}

/** A sentence of Markdown without code, emphasis and links. */
export const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
