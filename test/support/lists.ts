import { encoded } from './csvText.js'
import fc from './fastCheck.js'

export type ListEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15'

export interface ListLine {
  /** As written, without its line break. */
  readonly text: string
  readonly end: string
  /** Cells as written, if it is not a blank line. */
  readonly cells?: readonly string[]
  /** The content of the cell of the address; undefined for the header and empty rows. */
  readonly email?: string
}

/** A generated CSV file. The first line with cells is its header. */
export interface List {
  readonly encoding: ListEncoding
  readonly mark: boolean
  readonly delimiter: string
  readonly allQuoted: boolean
  readonly lines: readonly ListLine[]
}

/** Characters that every encoding of a list can write; in ISO 8859-15, the byte of `¤` is the euro sign. */
const LETTERS = [...'abcXYZ019äöüßéñ¤.!? ', "'", '/']
/** Beginnings of cells that spreadsheets take for formulas. */
const FORMULAS = ['=1+1', '+49 30', '-5', '@SUM(A1)', ' =1', '\u00a0=1', '==']

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Any list with a header and a column of these addresses. */
export function anyList(addresses: readonly string[]): fc.Arbitrary<List> {
  return fc
    .record({
      encoding: fc.constantFrom<ListEncoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'),
      mark: fc.boolean(),
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
      quoting: fc.constantFrom('all', 'needed', 'some'),
      column: fc.nat({ max: 2 }),
      ended: fc.boolean(),
    })
    .chain(({ encoding, mark, delimiter, lineBreak, quoting, column, ended }) => {
      const text = fc.oneof(
        { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 8 }) },
        fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '|', '\t', '\n', '\r\n', ' '), maxLength: 5 }),
        fc.constantFrom(...FORMULAS),
        fc.constantFrom('', ' ', '5" disk', 'Joe "J" Doe'),
      )
      const write = (cell: string, extra: boolean): string => {
        const isNeeded = [delimiter, '\r', '\n'].some((special) => cell.includes(special)) || cell.startsWith('"')
        return quoting === 'all' || isNeeded || (quoting === 'some' && extra) ? quoted(cell) : cell
      }
      const row = fc
        .tuple(
          fc.constantFrom(...addresses),
          fc.tuple(text, text),
          fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
          fc.nat({ max: 2 }),
        )
        .map(([email, others, extra, ragged]): Omit<ListLine, 'end'> => {
          const contents = [...others.map((other, at) => (at === 0 ? `x${other}` : other))]
          contents.splice(column, 0, email)
          // A row is not empty, whatever its other cells are, because of the `x`.
          const cells = [
            ...contents.map((cell, at) => write(cell, extra[at]!)),
            ...Array(ragged).fill(write('', false)),
          ]
          return { text: cells.join(delimiter), cells, email }
        })
      const empty = fc
        .constantFrom('', ' ', '   ', delimiter.repeat(2), delimiter.repeat(4))
        .map(
          (line): Omit<ListLine, 'end'> =>
            line.includes(delimiter) ? { text: line, cells: line.split(delimiter) } : blankLine(line, delimiter),
        )
      const names = ['Größe', 'Name']
      names.splice(column, 0, 'E-Mail')
      const header = { cells: names.map((name) => write(name, false)) }
      return fc
        .record({
          leading: fc.array(fc.constantFrom('', ' '), { maxLength: 1 }),
          rows: fc.array(fc.oneof({ weight: 5, arbitrary: row }, empty), { maxLength: 12 }),
          last: row,
          trailing: fc.array(empty, { maxLength: 2 }),
        })
        .map(({ leading, rows, last, trailing }): List => {
          const lines = [
            ...leading.map((line) => blankLine(line, delimiter)),
            { text: header.cells.join(delimiter), cells: header.cells },
            ...rows,
            last,
            ...trailing,
          ]
          // A blank last line that is not ended is no line.
          const isEnded = ended || lines.at(-1)!.text === ''
          return {
            encoding,
            mark: mark || encoding.startsWith('utf-16'),
            delimiter,
            allQuoted: quoting === 'all',
            lines: lines.map((line, at) => ({ ...line, end: at < lines.length - 1 || isEnded ? lineBreak : '' })),
          }
        })
    })
}

const blankLine = (text: string, delimiter: string): Omit<ListLine, 'end'> =>
  text.includes(delimiter) ? { text, cells: text.split(delimiter) } : { text }

const RESULT_NAMES = ['status', 'valid', 'reason', 'disposable', 'role', 'free', 'did_you_mean'].map(
  (name) => `mp_${name}`,
)

/** The list as its download should be. @param added the added cells of each address */
export function resultOf(list: List, added: ReadonlyMap<string, readonly string[]>): List {
  const { delimiter, allQuoted, lines } = list
  const columns = Math.max(...lines.map(({ cells }) => cells?.length ?? 1))
  const write = (cell: string): string => {
    const safe = /^[=+@-]/.test(cell) ? `'${cell}` : cell
    return allQuoted || safe.includes(delimiter) || safe.includes('"') ? quoted(safe) : safe
  }
  let isHeader = true
  return {
    ...list,
    lines: lines.map((line) => {
      const { cells, email } = line
      if (!cells) return line
      const isEmpty = email === undefined && !isHeader
      const names = isEmpty ? RESULT_NAMES.map(() => '') : isHeader ? RESULT_NAMES : added.get(email!)!
      isHeader = false
      const all = [...cells.map(withoutFormula), ...Array(columns - cells.length).fill(''), ...names.map(write)]
      return { ...line, text: all.join(delimiter) }
    }),
  }
}

const withoutFormula = (cell: string): string => {
  const content = cell.startsWith('"') ? cell.slice(1, -1) : cell
  if (!/^\s*[=+@-]/.test(content) && !/^[\t\r\n]/.test(content)) return cell
  return cell.startsWith('"') ? `"'${content}"` : `'${cell}`
}

/** The bytes of a list. */
export function bytesOf({ encoding, mark, lines }: List): Buffer {
  const text = lines.map(({ text, end }) => text + end).join('')
  // The letters of a list have the same bytes in ISO 8859-15 and Windows-1252.
  return encoded(text, encoding === 'iso-8859-15' ? 'windows-1252' : encoding, mark)
}
