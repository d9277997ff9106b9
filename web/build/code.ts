// Blocks of code, and tabs of the same code in several languages.

import { escapeHtml } from '../../src/api/rest/html.js'
import { highlight, nameOfLanguage } from './highlight.js'

export interface Code {
  readonly text: string
  /** As it follows the fence: a language, and for a block that is one of several tabs, `tab=` and its name. */
  readonly info: string
}

/** The service's URL in documents; the service replaces what it becomes by its own URL. */
const EXAMPLE_ORIGIN = 'http://localhost:8080'
const ORIGIN = '{{origin}}'

const languageOf = ({ info }: Code): string => info.split(/\s/)[0]!

/** The name of a block's tab; undefined if it stands alone. */
export const tabOf = ({ info }: Code): string | undefined => /\btab=(\S+)/.exec(info)?.[1]

/** The service's URL in text that the service fills in when it sends the page. */
export const withOrigin = (text: string): string => text.replaceAll(EXAMPLE_ORIGIN, ORIGIN)

/** One block. Its language is said above it. */
export function codeBlock(code: Code): string {
  const name = tabOf(code) ?? nameOfLanguage(languageOf(code))
  const tab = tabOf(code) === undefined ? '' : ` data-tab="${escapeHtml(name)}"`
  const caption = name === '' ? '' : `<figcaption>${escapeHtml(name)}</figcaption>`
  const text = highlight(withOrigin(code.text), languageOf(code))
  return `<figure class="code"${tab}>${caption}<pre tabindex="0"><code>${text}</code></pre></figure>\n`
}

/** Blocks that say the same in several languages: a script makes tabs of them, otherwise they follow each other. */
export const tabs = (codes: readonly Code[]): string => `<div class="tabs">${codes.map(codeBlock).join('')}</div>\n`
