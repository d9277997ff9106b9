import { DamagedDocument, type Document, type Stored } from '../../../kernel/ports/documentStore.js'
import type { Position } from '../../../kernel/position.js'
import type { Entries } from '../definition.js'

/**
 * A record is two lines of JSON: position, id and index values; then the document, or null for a tombstone.
 * Overwriting a record needs only its first line.
 */
interface Header {
  readonly position: Position
  readonly id: string
  readonly entries: Entries
}

export const toRecord = ({ position, id, entries }: Header, documentText: string): string =>
  `${JSON.stringify([position, id, entries])}\n${documentText}`

export function headerOf(record: string): Header {
  const [position, id, entries] = parse(record, record.slice(0, record.indexOf('\n'))) as [Position, string, Entries]
  return { position, id, entries }
}

const POSITION_AT = '["'.length
const POSITION_END = POSITION_AT + 32

const ID_AT = POSITION_END + '",'.length

/** Decodes a record whose id is known. @throws DamagedDocument also when it is another document's record */
export function toStored<D extends Document>(id: string, record: string): Stored<D | null> {
  if (!record.startsWith(`"${id}"`, ID_AT) && !record.startsWith(JSON.stringify(id), ID_AT)) throw damaged(record)
  return {
    id,
    position: record.slice(POSITION_AT, POSITION_END),
    document: parse(record, record.slice(record.indexOf('\n') + 1)) as D | null,
  }
}

export const isTombstone = (record: string): boolean => record.endsWith('\nnull')

function parse(record: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw damaged(record, error)
  }
}

const damaged = (record: string, cause?: unknown) =>
  new DamagedDocument(
    `a document is damaged (position ${record.slice(POSITION_AT, POSITION_END) || 'unknown'}): run mailproof log check, then mailproof projections rebuild --all`,
    { cause },
  )
