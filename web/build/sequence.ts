import { escapeHtml } from '../../src/api/rest/html.js'

const PARTICIPANT = /^\s*participant (\w+) as (.+)$/gm
const MESSAGE = /^\s*(\w+)-{1,2}>>(\w+): (.+)$/gm

/** The messages of a Mermaid sequence diagram as a list, because drawing them would take a large library. */
export function sequenceList(diagram: string): string {
  const names = new Map([...diagram.matchAll(PARTICIPANT)].map(([, id, name]) => [id!, name!]))
  const items = [...diagram.matchAll(MESSAGE)].map(([, from, to, text]) => {
    const ends = [...new Set([from!, to!])].map((id) => names.get(id) ?? id)
    return `<li><strong>${escapeHtml(ends.join(' → '))}</strong>: ${escapeHtml(text!)}</li>`
  })
  return `<ol>${items.join('\n')}</ol>\n`
}
