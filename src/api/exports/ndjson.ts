// Writes rows as lines of JSON.
import type { Column, DatasetRow } from '../../kernel/dataset.js'
import { snakeName } from '../../kernel/keyNames.js'

/** One object per line and row. @yields a piece of text per chunk of rows */
export async function* ndjson(
  columns: { readonly [name: string]: Column },
  chunks: AsyncIterable<readonly DatasetRow[]>,
): AsyncGenerator<string, void> {
  const members = Object.keys(columns).map((name) => ({ name, key: `${JSON.stringify(snakeName(name))}:` }))
  for await (const rows of chunks) {
    let text = ''
    for (const row of rows) text += `{${members.map(({ name, key }) => key + JSON.stringify(row[name])).join(',')}}\n`
    if (text !== '') yield text
  }
}
