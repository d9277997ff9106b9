// Lists as people and their programs write them: names, several addresses, lines before the header, uneven rows …
import fc from '../../testbed/fastCheck.js'
import { csvText, encoded, type Writing, type WrittenEncoding } from '../../testbed/given/csvText.js'

interface WrittenCell {
  readonly text: string
  /** The address that a person sees; null for none. */
  readonly email: string | null
}

/** A generated list, and what a person would find in it. */
export interface HandWrittenList {
  readonly file: Buffer
  readonly encoding: WrittenEncoding
  readonly mark: boolean
  /** Per row; `undefined` for a row of the wrong length. */
  readonly emails: readonly (string | null | undefined)[]
  readonly column: number
  readonly header: boolean
  /** Whether a cell has anything beside its address. */
  readonly repaired: boolean
}

const NAMES = [
  'Jane Roe',
  'Jürgen Groß',
  'Roe, Jane',
  'Dr. Å. Øre',
  '"Roe, Jane"',
  '=?UTF-8?Q?J=C3=BCrgen?=',
  'O’Neil',
  'a@b',
]
const HEADERS = [
  'Email',
  'E-Mail-Adresse',
  'Adresse électronique',
  'Correo',
  'Endereço de e-mail',
  'Indirizzo e-mail',
  'E-mailadres',
  'Adres e-mail',
  'Primary Email',
]
const OTHER_HEADERS = ['Recovery Email', 'Rechnungs-E-Mail', 'E-mail do faktury', 'Email du parrain', 'Referrer e-mail']

const local = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(?:[.+_-][a-z0-9]{1,6})?$/)
const domain = fc.constantFrom('example.com', 'example.org', 'mail.example.net', 'gmail.com')
const address = fc.tuple(local, domain).map(([name, host]) => `${name}@${host}`)

/** Every character is in Windows-1252. */
const KINDS: readonly ((email: string, other: string, name: string) => string)[] = [
  (email) => ` ${email} `,
  (email, _, name) => `${name} <${email}>`,
  (email, _, name) => `"${name.replaceAll('"', '')}" <${email}>`,
  (email) => `<${email}>`,
  (email) => `${email} (work)`,
  (email) => `'${email}' <${email}>`,
  (email, other) => `${email}, ${other}`,
  (email, other) => `${email};${other};${other}`,
  (email, other) => `${email} ${other}`,
  (email, other) => `${email} / ${other}`,
  (email, other, name) => `${name.replaceAll(/[",@]/g, '')} <${email}>; ${other}`,
  (email) => `mailto:${email}`,
  (email) => `MAILTO:${email}?subject=Hello`,
  (email) => `'${email}'`,
  (email) => `“${email}”`,
  (email) => `«${email}»`,
  (email) => `\u00ad${email}`,
  (email) => email.replace('@', '\u00ad@'),
  (email) => `\u00a0${email}\u00a0`,
  (email) => `${email};`,
]
/** These characters are in Unicode only. */
const UNICODE_KINDS: typeof KINDS = [
  (email) => `\u200b${email}`,
  (email) => `\u202a${email}\u202c`,
  (email) => email.replace('.', '.\u2060'),
  (email) => `\ufeff${email}`,
  (email, _, name) => `${name} \u200e<${email}>`,
]

const cellOf = (encoding: WrittenEncoding): fc.Arbitrary<WrittenCell> =>
  fc.oneof(
    { weight: 4, arbitrary: address.map((email) => ({ text: email, email })) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...(encoding === 'windows-1252' ? KINDS : [...KINDS, ...UNICODE_KINDS])),
          address,
          address,
          fc.constantFrom(...NAMES),
        )
        .map(([kind, email, other, name]) => ({ text: kind(email, other, name), email })),
    },
    { weight: 1, arbitrary: fc.constantFrom({ text: '', email: null }, { text: '\u00ad', email: null }) },
  )

type Row = readonly [cell: WrittenCell, note: string, shape: 'even' | 'longer' | 'shorter']

const ENCODINGS: readonly (readonly [WrittenEncoding, boolean])[] = [
  ['utf-8', false],
  ['utf-8', true],
  ['utf-16le', true],
  ['utf-16be', true],
  ['windows-1252', false],
]

const writing: fc.Arbitrary<Writing> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
  ended: fc.boolean(),
  quotes: fc.constantFrom('all', 'needed'),
})

export const handWrittenList: fc.Arbitrary<HandWrittenList> = fc
  .constantFrom(...ENCODINGS)
  .chain(([encoding, mark]) =>
    fc.record({
      encoding: fc.constant(encoding),
      mark: fc.constant(mark),
      writing,
      rows: fc.array(
        fc.tuple(
          cellOf(encoding),
          fc.constantFrom('Köln', 'Acme, Inc.', '5,50 €', '«x»', 'a;b', ''),
          fc.oneof({ weight: 12, arbitrary: fc.constant('even' as const) }, fc.constantFrom('longer', 'shorter')),
        ),
        { minLength: 4, maxLength: 30 },
      ),
      header: fc.option(fc.constantFrom(...HEADERS), { freq: 6 }),
      other: fc.option(fc.constantFrom(...OTHER_HEADERS)),
      column: fc.nat(2),
      before: fc.constantFrom([], [], ['Export of contacts'], ['Kontakte', 'Stand: 1.11.2026']),
      nested: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
    }),
  )
  .map(written)
  .filter(({ emails }) => emails.filter((email) => email === undefined).length * 4 < emails.length)

function written({
  encoding,
  mark,
  writing: style,
  rows,
  header: name,
  other,
  column,
  before,
  nested: wantsNested,
}: {
  readonly encoding: WrittenEncoding
  readonly mark: boolean
  readonly writing: Writing
  readonly rows: readonly Row[]
  readonly header: string | null
  readonly other: string | null
  readonly column: number
  readonly before: readonly string[]
  readonly nested: boolean
}): HandWrittenList {
  // The first row says what a row has: it is an even one with an address.
  const [[, note], ...rest] = rows as readonly [Row, ...Row[]]
  const all: readonly Row[] = [[{ text: 'first@example.com', email: 'first@example.com' }, note, 'even'], ...rest]
  const header = name !== null
  const nested = wantsNested && header
  const cells = (cell: string, notes: readonly string[]) => [...notes.slice(0, column), cell, ...notes.slice(column)]
  const table = [
    ...(header && !nested ? before.map((line) => [line]) : []),
    ...(header ? [cells(name, ['Name', other ?? 'City', 'Note'])] : []),
    ...all.map(([{ text }, each, shape], index) => {
      const full = cells(text, [`n${index}`, other && header ? `r${index}@example.com` : 'x', `${each}.`])
      return shape === 'longer' ? [...full, 'more'] : shape === 'shorter' ? full.slice(0, 2) : full
    }),
  ]
  const text = nested
    ? csvText(
        table.map((row) => [csvText([row], { ...style, quotes: 'needed', ended: false })]),
        { ...style, quotes: 'all' },
      )
    : csvText(table, style)
  return {
    file: encoded(text, encoding, mark),
    encoding,
    mark,
    emails: all.map(([{ email }, , shape]) => (shape === 'even' ? email : undefined)),
    column,
    header,
    repaired: all.some(
      ([{ text: cell, email }, , shape]) => shape === 'even' && email !== null && cell.trim() !== email,
    ),
  }
}
