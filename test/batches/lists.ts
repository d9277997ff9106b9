// Generated CSV files: in any encoding and dialect, with any defect that is allowed.
import fc from '../../testbed/fastCheck.js'
import { encoded, type WrittenEncoding } from '../../testbed/given/csvText.js'

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15'] as const
export const DELIMITERS = [',', ';', '\t', '|'] as const

export interface ListLine {
  /** `declaration`: Excel's first line that names the delimiter; `empty`: a row of delimiters; `blank`: white space. */
  readonly kind: 'declaration' | 'header' | 'row' | 'empty' | 'blank'
  /** As written, without its line break. */
  readonly text: string
  readonly end: string
  /** Cells as written; undefined for a declaration and for a blank line. */
  readonly cells?: readonly string[]
  /** The content of the cell of the address, for a row. */
  readonly email?: string
}

type Unended = Omit<ListLine, 'end'>

/** A generated CSV file. */
export interface List {
  readonly encoding: WrittenEncoding
  /** Fields of the form beside the file. */
  readonly fields: Readonly<Record<string, string>>
  readonly mark: boolean
  readonly delimiter: string
  /** Whether every cell is written in quotes, empty rows aside. */
  readonly allQuoted: boolean
  /** Whether the first line with cells is a header. */
  readonly header: boolean
  /** Index of the column of addresses. */
  readonly column: number
  readonly lines: readonly ListLine[]
}

/**
 * Characters beyond ASCII: in Windows-1252, those of bytes 0x80 to 0x9f; in ISO 8859-15, those that Windows-1252 has at
 * another byte. A lone surrogate is an invalid byte in UTF-8, and itself in UTF-16.
 */
const LETTERS: { readonly [encoding in WrittenEncoding]: readonly string[] } = {
  'utf-8': [...'äß€“中😀', '\udcff', '\udc80', '\udce2'],
  'utf-16le': [...'äß€“中😀ӿ', '\ud83d'],
  'utf-16be': [...'äß€“中😀ӿ', '\ude00'],
  'windows-1252': [...'äß€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'],
  'iso-8859-15': [...'äß€ŠšŽžŒœŸ'],
}
const ASCII = [...'abcXYZ019.!? ', "'", '/']
/** Contents of cells that spreadsheets take for formulas, and of some in which another delimiter precedes one. */
const FORMULAS = ['=1+1', '+49 30', '-5', '@SUM(A1)', ' =1', '\u00a0=1', '==', '\t=1', '\n-1']
const BESIDE_FORMULAS = DELIMITERS.map((delimiter) => `a${delimiter}=1+1`)
const WIDE_FORMULAS = ['＝1', '\u200b+1', '\u3000－1']

const isUtf = (encoding: WrittenEncoding): boolean => encoding.startsWith('utf-')
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
/** Whether a text has invalid bytes, as lone surrogates. */
export const isInvalid = (text: string): boolean => /\p{Surrogate}/u.test(text)

interface Manner {
  readonly encoding: WrittenEncoding
  readonly mark: boolean
  readonly delimiter: string
  readonly quoting: 'all' | 'needed' | 'some'
  readonly column: number
  readonly headline: 'plain' | 'broken' | 'none'
}

const anyManner: fc.Arbitrary<Manner> = fc.record({
  encoding: fc.constantFrom(...ENCODINGS),
  mark: fc.boolean(),
  delimiter: fc.constantFrom(...DELIMITERS),
  quoting: fc.constantFrom('all', 'needed', 'some'),
  column: fc.nat({ max: 2 }),
  headline: fc.constantFrom('plain', 'broken', 'none'),
})

/** Any list with a column of these addresses. */
export const anyList = (addresses: readonly string[]): fc.Arbitrary<List> =>
  anyManner.chain((manner) =>
    fc
      .record({
        declares: fc.constantFrom('', '', 'sep=', 'SEP=', '"sep='),
        leading: fc.array(fc.constantFrom('', ' '), { maxLength: 1 }),
        rows: fc.array(fc.oneof({ weight: 5, arbitrary: anyRow(manner, addresses) }, anyEmptyRow(manner)), {
          maxLength: 12,
        }),
        last: anyRow(manner, addresses),
        trailing: fc.array(anyEmptyRow(manner), { maxLength: 2 }),
        ends: fc.oneof(
          ...['\r\n', '\n', '\r'].map((end) => fc.constant([end])),
          fc.array(fc.constantFrom('\r\n', '\n', '\r'), { minLength: 2, maxLength: 5 }),
        ),
        isEnded: fc.boolean(),
      })
      .map(({ declares, leading, rows, last, trailing, ends, isEnded }) => {
        const declaration = declares && `${declares}${manner.delimiter}${declares.startsWith('"') ? '"' : ''}`
        const lines: Unended[] = [
          ...(declaration ? [{ kind: 'declaration', text: declaration } as const] : []),
          ...leading.map((text) => ({ kind: 'blank', text }) as const),
          ...headlineOf(manner),
          ...rows,
          last,
          ...trailing,
        ]
        return listOf(manner, withEnds(lines, ends, isEnded))
      }),
  )

function listOf(manner: Manner, lines: readonly ListLine[]): List {
  const { encoding, delimiter, column, headline } = manner
  const mark = encoding.startsWith('utf-16') || (encoding === 'utf-8' && manner.mark)
  const needsDeclaration = encoding === 'iso-8859-15' || (!mark && lines.some(({ text }) => isInvalid(text)))
  return {
    encoding,
    mark,
    delimiter,
    column,
    allQuoted: lines.every(({ kind, cells = [] }) => kind === 'empty' || cells.every((cell) => cell.startsWith('"'))),
    header: headline !== 'none',
    lines,
    fields: {
      ...(needsDeclaration && { encoding }),
      ...(headline === 'none' && { has_header: 'false', email_column: String(column + 1) }),
    },
  }
}

/** A cell as the manner writes it. */
function write({ delimiter, quoting }: Manner, cell: string, isExtra = false): string {
  const isNeeded = [delimiter, '\r', '\n'].some((special) => cell.includes(special)) || cell.startsWith('"')
  return quoting === 'all' || isNeeded || (quoting === 'some' && isExtra) ? quoted(cell) : cell
}

function headlineOf(manner: Manner): Unended[] {
  const { column, headline, delimiter } = manner
  if (headline === 'none') return []
  const names = headline === 'plain' ? ['Größe', 'Preis in €'] : ['Größe\r\n(cm)', 'Preis\n"€"']
  names.splice(column, 0, headline === 'plain' ? 'E-Mail' : 'E-\r\nMail')
  const cells = names.map((name) => write(manner, name))
  return [{ kind: 'header', text: cells.join(delimiter), cells }]
}

function anyRow(manner: Manner, addresses: readonly string[]): fc.Arbitrary<Unended> {
  const { encoding, column, delimiter } = manner
  const letters = [...ASCII, ...LETTERS[encoding], ...LETTERS[encoding]]
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }) },
    fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '|', '\t', '\n', '\r\n', ' '), maxLength: 5 }),
    fc.constantFrom(...FORMULAS, ...BESIDE_FORMULAS, ...(isUtf(encoding) ? WIDE_FORMULAS : [])),
    fc.constantFrom('', ' ', '5" disk', 'Joe "J" Doe'),
  )
  return fc
    .record({
      email: fc.constantFrom(...addresses),
      others: fc.tuple(text, text),
      isExtra: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
      ragged: fc.array(fc.constantFrom('', '', ' '), { maxLength: 2 }),
    })
    .map(({ email, others: [first, second], isExtra, ragged }) => {
      // Because of its beginning, a row is neither empty nor, in an 8-bit encoding, valid UTF-8.
      const contents = [`x€${first}`, second]
      contents.splice(column, 0, email)
      const cells = [
        ...contents.map((cell, at) => write(manner, cell, isExtra[at])),
        ...ragged.map((cell) => write(manner, cell)),
      ]
      return { kind: 'row', text: cells.join(delimiter), cells, email }
    })
}

/** A blank line, or an empty row of a spreadsheet. */
const anyEmptyRow = ({ delimiter }: Manner): fc.Arbitrary<Unended> =>
  fc
    .constantFrom('', ' ', '   ', delimiter.repeat(2), delimiter.repeat(4))
    .map(
      (text): Unended =>
        text.includes(delimiter) ? { kind: 'empty', text, cells: text.split(delimiter) } : { kind: 'blank', text },
    )

/** Gives the lines these line breaks in turn; all but the last, unless `isEnded`. */
function withEnds(lines: readonly Unended[], ends: readonly string[], isEnded: boolean): ListLine[] {
  let before = ''
  return lines.map((line, at) => {
    const isLast = at === lines.length - 1
    // A blank last line that is not ended is no line.
    let end = isLast && !isEnded && line.text !== '' ? '' : ends[at % ends.length]!
    // After a CR, a blank line with an LF would be the second half of a CRLF.
    if (before === '\r' && line.text === '' && end === '\n') end = '\r'
    before = end
    return { ...line, end }
  })
}

const RESULT_NAMES = ['status', 'valid', 'reason', 'disposable', 'role', 'free', 'did_you_mean'].map(
  (name) => `mp_${name}`,
)

/** The list as its download should be. @param added the added cells of each address */
export function resultOf(list: List, added: ReadonlyMap<string, readonly string[]>): List {
  const { delimiter, allQuoted, lines } = list
  const columns = Math.max(...lines.map(({ cells }) => cells?.length ?? 1))
  const writeAdded = (cell: string): string => {
    const safe = /^[=+@-]/.test(cell) ? `'${cell}` : cell
    return allQuoted || safe.includes(delimiter) || safe.includes('"') ? quoted(safe) : safe
  }
  return {
    ...list,
    lines: lines.map((line) => {
      const { kind, cells, email } = line
      if (!cells) return line
      const names = kind === 'header' ? RESULT_NAMES : kind === 'row' ? added.get(email!)! : RESULT_NAMES.map(() => '')
      const padding = Array<string>(columns - cells.length).fill('')
      const all = [...cells.map(withoutFormula), ...padding, ...names.map(writeAdded)]
      return { ...line, text: all.join(delimiter) }
    }),
  }
}

/** Content that a spreadsheet would execute, or that is harmful by itself. */
export const isFormula = (content: string): boolean =>
  /^[\s\u200b]*[=+@\-＝＋－]/.test(content) || /^[\t\r\n]/.test(content)

function withoutFormula(cell: string): string {
  const isQuoted = cell.startsWith('"')
  if (!isFormula(isQuoted ? cell.slice(1, -1) : cell)) return cell
  return isQuoted ? `"'${cell.slice(1)}` : `'${cell}`
}

/** The bytes of a list. */
export const bytesOf = ({ encoding, mark, lines }: List): Buffer =>
  encoded(lines.map(({ text, end }) => text + end).join(''), encoding, mark)
