import type { Source } from './markdown.js'

const HEADING = /^## (?=[A-Z_]+$)/m

/** One page per error code, from the sections of `docs/errors.md`. */
export function errorPages({ text }: Source): Source[] {
  const [, ...sections] = text.split(HEADING)
  return sections.map((section) => {
    const code = section.slice(0, section.indexOf('\n'))
    return { path: `errors/${code}.md`, text: `# ${section.trim()}\n` }
  })
}
