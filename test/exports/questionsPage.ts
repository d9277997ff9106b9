// docs/guides/questions.md, taken apart.
import { readFileSync } from 'node:fs'

const PAGE = readFileSync(new URL('../../docs/guides/questions.md', import.meta.url), 'utf8')

export interface Question {
  readonly title: string
  readonly text: string
  /** SQL over the exported files. */
  readonly exports: string | undefined
  readonly mongodb: string | undefined
  readonly graphql: string | undefined
  /** Downloads the history. */
  readonly rest: string | undefined
  /** SQL over the answer of GraphQL, or over the history. */
  readonly fold: string | undefined
}

interface Block {
  readonly language: string
  readonly tab: string | undefined
  readonly code: string
}

/** The blocks of code of a page. */
export const blocksIn = (text: string): Block[] =>
  [...text.matchAll(/^```(\w+)(?: tab=(\S+))?\n([\s\S]*?)^```/gm)].map(([, language, tab, code]) => ({
    language: language!,
    tab,
    code: code!.trimEnd(),
  }))

const [, how, ...asked] = PAGE.split(/^## /m)

const [files, ask] = blocksIn(how!)

/** What is done before: commands that export, and how to ask over GraphQL. */
export const setUp = { commands: files!.code.split('\n'), ask: ask!.code } as const

export const questions: readonly Question[] = asked.map((text) => {
  const blocks = blocksIn(text)
  const tab = (name: string) => blocks.find((block) => block.tab === name)?.code
  return {
    title: text.slice(0, text.indexOf('\n')),
    text,
    exports: tab('DuckDB'),
    mongodb: tab('MongoDB'),
    graphql: tab('GraphQL'),
    rest: tab('REST'),
    fold: blocks.find((block) => block.tab === undefined && block.language === 'sql')?.code,
  }
})
