// Generates the reference of exports.
import { readFileSync } from 'node:fs'
import { mailboxColumns } from '../../src/features/batches/index.js'
import { outcomeColumns } from '../../src/features/outcomes/index.js'
import { contributionColumns } from '../../src/features/pool/index.js'
import { verificationColumns } from '../../src/features/verdicts/index.js'
import type { Column, ColumnType } from '../../src/kernel/dataset.js'
import { snakeName } from '../../src/kernel/keyNames.js'
import type { GeneratedFile } from './files.js'

const TEMPLATE = new URL('exports.md', import.meta.url)

/** Types as they are in Parquet, by SQL's names. */
const TYPES: { readonly [type in ColumnType]: string } = {
  text: 'VARCHAR',
  texts: 'VARCHAR[]',
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  number: 'DOUBLE',
  date: 'DATE',
  time: 'TIMESTAMP',
}

/** The page with a table of the columns of every export. */
export function buildExportsPage(): GeneratedFile[] {
  const content = readFileSync(TEMPLATE, 'utf8')
    .replace('{{VERIFICATIONS}}', tableOf(verificationColumns))
    .replace('{{MAILBOXES}}', tableOf(mailboxColumns))
    .replace('{{OUTCOMES}}', tableOf(outcomeColumns))
    .replace('{{CONTRIBUTIONS}}', tableOf(contributionColumns))
  return [{ path: 'docs/exports.md', content }]
}

function tableOf(columns: { readonly [name: string]: Column }): string {
  const rows = Object.entries(columns).map(
    ([name, { type, isNullable, meaning }]) =>
      `| \`${snakeName(name)}\` | ${TYPES[type]}${isNullable ? ', may be null' : ''} | ${meaning.replaceAll('|', '\\|')} |\n`,
  )
  return `| Column | Type | Meaning |\n|---|---|---|\n${rows.join('')}`
}
