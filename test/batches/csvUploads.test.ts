// Files of real programs, in any dialect and encoding, are read as meant.
import { describe, expect, test } from '@jest/globals'
import type { CsvDialect } from '../../src/features/batches/events.js'
import { canonicalAddress } from '../../src/features/verification/index.js'
import fc from '../../testbed/fastCheck.js'
import {
  csvText,
  encoded,
  WINDOWS_1252_CHARACTERS,
  type Writing,
  type WrittenEncoding,
} from '../../testbed/given/csvText.js'
import { type UploadOptions, uploaded } from './uploads.js'

const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('')

interface RealFile {
  readonly file: Buffer | string
  readonly options?: UploadOptions
  readonly dialect: Partial<CsvDialect>
  readonly emails: readonly (string | null)[]
}

const REAL_FILES: { readonly [what: string]: RealFile } = {
  'a list of addresses, one a line': {
    file: 'ada@example.com\nbob@example.com\n',
    dialect: { encoding: 'utf-8', delimiter: ',', column: 0, header: false, columns: 1 },
    emails: ['ada@example.com', 'bob@example.com'],
  },
  'one address without a line break': {
    file: 'ada@example.com',
    dialect: { column: 0, header: false },
    emails: ['ada@example.com'],
  },
  'a German Excel: semicolons, Windows-1252, commas in cells': {
    file: encoded(
      lines('Nachname, Vorname;E-Mail;Ort', 'Müller, Jürgen;jm@example.de;Köln', 'Øre, “Åse”;ao@example.de;5,50 €'),
      'windows-1252',
    ),
    dialect: { encoding: 'windows-1252', delimiter: ';', column: 1, header: true, columns: 3 },
    emails: ['jm@example.de', 'ao@example.de'],
  },
  'Excel, "CSV UTF-8": a mark and quotes': {
    file: encoded(lines('"Name","Email"', '"Zoë ""Z"" Ő","zoe@example.com"'), 'utf-8', true),
    dialect: { encoding: 'utf-8', delimiter: ',', column: 1, header: true },
    emails: ['zoe@example.com'],
  },
  'Excel, "Unicode text": UTF-16 and tabs': {
    file: encoded(lines('Name\tMail', '"Li, 李"\tli@example.com', 'Ōe\tōe@example.jp'), 'utf-16le'),
    dialect: { encoding: 'utf-16le', delimiter: '\t', column: 1, header: true },
    emails: ['li@example.com', 'ōe@example.jp'],
  },
  'UTF-16 of the other byte order': {
    file: encoded(lines('email;x', 'é@example.com;😀'), 'utf-16be'),
    dialect: { encoding: 'utf-16be', delimiter: ';', column: 0 },
    emails: ['é@example.com'],
  },
  'DOS: Ctrl-Z at the end': {
    file: `${lines('name,email', 'Ada,ada@example.com')}\x1a`,
    dialect: { column: 1, header: true, emptyRows: 0 },
    emails: ['ada@example.com'],
  },
  'DOS: Ctrl-Z after the last cell, and one on a line of its own, which is a row': {
    file: 'email\r\nada@example.com\r\n\x1a\r\n"bob@example.com"\x1a',
    dialect: { column: 0, header: true, emptyRows: 0 },
    emails: ['ada@example.com', null, 'bob@example.com'],
  },
  'UTF-16 without a mark': {
    file: encoded(lines('Näme;Email', 'Zoë;zoe@example.com'), 'utf-16le').subarray(2),
    dialect: { encoding: 'utf-16le', delimiter: ';', column: 1 },
    emails: ['zoe@example.com'],
  },
  'lines in quotes, above empty columns, as Excel saves them again': {
    file: lines('"Name,Email,City",,', '"Ada,ada@example.com,London",,', '"Bob,bob@example.com,Köln",,'),
    dialect: { delimiter: ',', column: 1, header: true, nested: true, columns: 3 },
    emails: ['ada@example.com', 'bob@example.com'],
  },
  'a comma in every cell, as regular as the semicolons': {
    file: lines('Kunde, Firma;E-Mail', 'Doe, John;john@example.com', 'Roe, Jane;jane@example.com'),
    dialect: { delimiter: ';', column: 1, header: true, columns: 2 },
    emails: ['john@example.com', 'jane@example.com'],
  },
  'Excel’s line that names the delimiter': {
    file: lines('sep=;', 'email;name', 'a@example.com;x, y'),
    dialect: { delimiter: ';', column: 0, header: true, columns: 2 },
    emails: ['a@example.com'],
  },
  'Mailchimp’s export': {
    file: lines(
      'Email Address,First Name,Last Name,Address,MEMBER_RATING,OPTIN_TIME,NOTES,TAGS',
      'ada@example.com,Ada,Lovelace,"1 St James\'s Square  London  SW1Y 4LB  GB",2,"2024-01-02 10:00:00",,"""vip"",""news"""',
      'bob@example.com,Bob,,,1,"2024-01-02 10:00:00","said:\n""call me, bob@home""",',
    ),
    dialect: { delimiter: ',', column: 0, header: true, columns: 8 },
    emails: ['ada@example.com', 'bob@example.com'],
  },
  'Google Contacts’ export, where the header is another': {
    file: lines(
      'Name,Given Name,Notes,E-mail 1 - Type,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value',
      'Ada,Ada,,* Home,ada@example.com,ada@old.example,+1 555',
      'Bob,Bob,"knows eve@example.com",* Work,bob@example.com,,',
      'Eve,Eve,,,,,',
    ),
    dialect: { column: 4, header: true, columns: 7 },
    emails: ['ada@example.com', 'bob@example.com', null],
  },
  'a phpBB list with pipes and CR': {
    file: 'user|email|ip\rada|ada@example.com|10.0.0.1\rbob|bob@example.com|10.0.0.2',
    dialect: { delimiter: '|', column: 1, header: true },
    emails: ['ada@example.com', 'bob@example.com'],
  },
  'commas at the end of rows, and rows of nothing else, which are empty rows of a spreadsheet': {
    file: lines('email,name', 'a@example.com,A,', ',,,', 'b@example.com,', ','),
    dialect: { column: 0, columns: 4, emptyRows: 2 },
    emails: ['a@example.com', 'b@example.com'],
  },
  'a row without an address, and one of empty quotes': {
    file: lines('email,name', ',A', '"",""', 'b@example.com,B'),
    dialect: { column: 0, columns: 2, emptyRows: 0 },
    emails: [null, null, 'b@example.com'],
  },
  'two columns of addresses, and one with a stray address': {
    file: lines(
      'Name,E-Mail,Alt,Note',
      ...Array.from({ length: 20 }, (_, row) => `x,a${row}@b.de,c${row}@d.de,${row === 0 ? 'e@f.de' : ''}`),
    ),
    dialect: { column: 1, otherColumns: [2] },
    emails: Array.from({ length: 20 }, (_, row) => `a${row}@b.de`),
  },
  'a declared delimiter that another would beat': {
    file: lines('sep=|', 'a@example.com;x', 'b@example.com;y'),
    dialect: { delimiter: '|', column: 0, header: false, columns: 1 },
    emails: ['a@example.com;x', 'b@example.com;y'],
  },
  'blank lines before, within and at the end, which are not rows': {
    file: '\n \nemail\n\na@example.com\n\n\nb@example.com\n\n  \n',
    dialect: { header: true, column: 0, columns: 1, emptyRows: 7 },
    emails: ['a@example.com', 'b@example.com'],
  },
  'space and quotes around addresses and names': {
    file: 'id, "E-MAIL " ,x\n1, "a@example.com" ,y\n2,\tb@example.com\u00a0,z\n3, " ",\n',
    dialect: { column: 1, header: true },
    emails: ['a@example.com', 'b@example.com', null],
  },
  'the name of the column rather than the most addresses': {
    file: lines('referrer,mail', 'a@example.com,b@example.com', 'c@example.com,'),
    dialect: { column: 1, header: true },
    emails: ['b@example.com', null],
  },
  'the surest of several names': {
    file: lines('mail,email_address,e-mail', 'yes,a@example.com,b@example.com'),
    dialect: { column: 2 },
    emails: ['b@example.com'],
  },
  'no header, addresses in the third column': {
    file: '1;x;a@example.com\n2;y;b@example.com\n',
    dialect: { delimiter: ';', column: 2, header: false },
    emails: ['a@example.com', 'b@example.com'],
  },
  'a column that is chosen by name': {
    file: lines('email,work_email', 'a@example.com,b@example.com'),
    options: { emailColumn: 'Work Email' },
    dialect: { column: 1, header: true },
    emails: ['b@example.com'],
  },
  'a column that is chosen by number': {
    file: lines('a@example.com,b@example.com', 'c@example.com,d@example.com'),
    options: { emailColumn: '2' },
    dialect: { column: 1, header: false },
    emails: ['b@example.com', 'd@example.com'],
  },
  'a column whose name is a number': {
    file: lines('2,1', 'a@example.com,b@example.com'),
    options: { emailColumn: '2' },
    dialect: { column: 0, header: true },
    emails: ['a@example.com'],
  },
  'a header that looks like a row, and is said to be one': {
    file: lines('owner@example.com', 'a@example.com'),
    options: { hasHeader: true },
    dialect: { header: true },
    emails: ['a@example.com'],
  },
  'a first row that looks like a header, and is said to be none': {
    file: lines('email', 'a@example.com'),
    options: { hasHeader: false },
    dialect: { header: false, column: 0 },
    emails: ['email', 'a@example.com'],
  },
  'bytes that are no UTF-8, far behind': {
    file: Buffer.concat([
      Buffer.from('email,n\n'),
      Buffer.from('a@b.de,x\n'.repeat(60_000)),
      Buffer.of(0xe9, 0x2c, 0x0a),
    ]),
    dialect: { encoding: 'windows-1252' },
    emails: [...Array(60_000).fill('a@b.de'), 'é'],
  },
  'a Russian Excel, whose encoding is declared': {
    file: Buffer.concat([
      Buffer.from([0xcf, 0xee, 0xf7, 0xf2, 0xe0, 0x3b, 0xc8, 0xec, 0xff, 0x0a]),
      Buffer.from('a@b.de;x\n'),
      Buffer.from([0xe0, 0xed, 0xed, 0xe0]),
      Buffer.from('@b.de;y\n'),
    ]),
    options: { encoding: 'windows-1251', emailColumn: 'Почта' },
    dialect: { encoding: 'windows-1251', delimiter: ';', column: 0, header: true },
    emails: ['a@b.de', 'анна@b.de'],
  },
  'a Polish Excel, whose encoding is declared': {
    file: Buffer.from('Imi\xea;E-mail\nZo\x9cka;\xb3@b.pl\n', 'latin1'),
    options: { encoding: 'windows-1250' },
    dialect: { encoding: 'windows-1250', column: 1 },
    emails: ['ł@b.pl'],
  },
  'addresses with delimiters in a quoted local part': {
    file: 'x,1|"""a,b;c""@example.com"|y\nx,2|"""a;b,c""@example.com"|y\n',
    dialect: { delimiter: '|', column: 1, header: false },
    emails: ['"a,b;c"@example.com', '"a;b,c"@example.com'],
  },
  'ISO 8859-2, declared': {
    file: Buffer.from('E-mail\n\xb1@b.pl\n', 'latin1'),
    options: { encoding: 'iso-8859-2' },
    dialect: { encoding: 'iso-8859-2' },
    emails: ['ą@b.pl'],
  },
  'ISO 8859-15, declared': {
    file: encoded('Preis in €;E-Mail\n1;šárka@b.cz\n', 'iso-8859-15'),
    options: { encoding: 'iso-8859-15' },
    dialect: { encoding: 'iso-8859-15', column: 1 },
    emails: ['šárka@b.cz'],
  },
  'UTF-16 without a mark, declared': {
    file: encoded('email\né@b.de\n', 'utf-16be').subarray(2),
    options: { encoding: 'utf-16be' },
    dialect: { encoding: 'utf-16be', mark: false },
    emails: ['é@b.de'],
  },
  'UTF-8 without a mark and with an invalid byte, declared': {
    file: Buffer.from('email,x\n\xc3\xa9@b.de,\xff\n', 'latin1'),
    options: { encoding: 'utf-8' },
    dialect: { encoding: 'utf-8', mark: false },
    emails: ['é@b.de'],
  },
  'a mark that contradicts the declared encoding, and wins': {
    file: encoded('email\né@b.de\n', 'utf-8', true),
    options: { encoding: 'windows-1252' },
    dialect: { encoding: 'utf-8', mark: true },
    emails: ['é@b.de'],
  },
  'a header with commas at its end, which other rows lack': {
    file: lines('email,name,,', 'a@example.com,A', 'b@example.com,B,,,,', 'c@example.com,C,x'),
    dialect: { column: 0, columns: 6 },
    emails: ['a@example.com', 'b@example.com', 'c@example.com'],
  },
  'a mark that says UTF-8, and a byte that is not': {
    file: Buffer.concat([
      encoded('name,email\nJosé,a@b.de\n', 'utf-8', true),
      Buffer.of(0xff),
      Buffer.from(',c@d.de\n'),
    ]),
    dialect: { encoding: 'utf-8' },
    emails: ['a@b.de', 'c@d.de'],
  },
}

describe('files as programs write them', () => {
  test.each(Object.keys(REAL_FILES))('%s', async (what) => {
    const { file, options = {}, dialect, emails } = REAL_FILES[what]!
    const found = await uploaded(file, options)
    expect(found.dialect).toMatchObject(dialect)
    expect(found.emails).toEqual(emails)
    expect(found.total).toBe(emails.length)
  })

  test('every column comes back as it was', async () => {
    const { records } = await uploaded(REAL_FILES['a German Excel: semicolons, Windows-1252, commas in cells']!.file)
    expect(records).toEqual([
      ['Nachname, Vorname', 'E-Mail', 'Ort'],
      ['Müller, Jürgen', 'jm@example.de', 'Köln'],
      ['Øre, “Åse”', 'ao@example.de', '5,50 €'],
    ])
  })
})

const address = fc.oneof(
  fc.constantFrom('ada@example.com', 'Ada@Example.COM', '"ada"@example.com', 'ADA@EXAMPLE.com', 'bob@bücher.example'),
  fc.constantFrom('bob@xn--bcher-kva.example', 'no address', '@', 'a@b', '', '  '),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((local) => `${local}@example.com`),
)

/** Text that the encoding can represent and that is unambiguous: no byte order mark, nothing that is valid UTF-8. */
const textIn = (encoding: WrittenEncoding) =>
  encoding === 'windows-1252'
    ? fc
        .array(fc.constantFrom('a', ' ', ',', ';', '"', '\n', '\r', '\t', '|', ...WINDOWS_1252_CHARACTERS), {
          maxLength: 10,
        })
        .map((characters) => characters.join(''))
    : fc.string({ unit: 'grapheme', maxLength: 10 }).map((text) => text.replaceAll('\0', '').replaceAll('\ufeff', ''))

const anyFile = fc
  .record({
    encoding: fc.constantFrom<WrittenEncoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
    mark: fc.boolean(),
    delimiter: fc.constantFrom<Writing['delimiter']>(',', ';', '\t', '|'),
    lineBreak: fc.constantFrom<Writing['lineBreak']>('\r\n', '\n', '\r'),
    ended: fc.boolean(),
    column: fc.nat({ max: 3 }),
  })
  .chain((manner) =>
    fc.record({
      manner: fc.constant(manner),
      rows: fc.array(fc.tuple(address, fc.array(textIn(manner.encoding), { minLength: 3, maxLength: 3 })), {
        minLength: 1,
        maxLength: 12,
      }),
    }),
  )

describe('any file', () => {
  test('without a header may have cells that begin with a quote', async () => {
    const { emails } = await uploaded(lines('ada@example.com,"""Ada', 'Lovelace"', 'bob@example.com,"""Bob"""'))
    expect(emails).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('of quotes, delimiters and addresses is read to its end, or refused', () => {
    const pieces = fc.array(fc.constantFrom('"', '""', ',', ';', '\t', '\n', '\r\n', 'a@b.net', "'", '<', ' x'), {
      maxLength: 40,
    })
    return fc.assert(
      fc.asyncProperty(pieces, fc.constantFrom(undefined, true, false), async (text, hasHeader) => {
        const file = text.join('')
        const total = await uploaded(file, hasHeader === undefined ? {} : { hasHeader }).then(
          (found) => found.total,
          (error: unknown) => error,
        )
        if (typeof total !== 'number') expect(total).toMatchObject({ code: 'CSV_INVALID' })
      }),
      { numRuns: 500 },
    )
  })

  test('reads back the same, in order, its repeats found, whatever its dialect and encoding', () =>
    fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 99 }),
        async (file, chunk, size) => {
          const { encoding, mark, delimiter, column, ...how } = file.manner
          const canWrite = (text: string) =>
            encoding !== 'windows-1252' ||
            [...text].every((char) => char < '\x80' || WINDOWS_1252_CHARACTERS.includes(char))
          const rows = file.rows.map(([email, others]) =>
            others.toSpliced(column, 0, canWrite(email) ? email : 'x@y.z'),
          )
          // Quoting is not under test here, so quoted text contains nothing that suggests another dialect.
          const records = [['n1', 'n2', 'n3'].toSpliced(column, 0, 'E-Mail'), ...rows]
          if (encoding === 'windows-1252') records[0]![column === 0 ? 1 : 0] = 'Größe'
          const text = csvText(records, { ...how, delimiter, quotes: 'all' })
          const found = await uploaded(encoded(text, encoding, mark), { chunk, pieces: [size, size + 3] })

          expect(found.dialect).toEqual({
            encoding,
            delimiter,
            column,
            header: true,
            columns: 4,
            otherColumns: expect.any(Array),
            mark: encoding.startsWith('utf-16') || (mark && encoding === 'utf-8'),
            lineEnd: { '\r\n': 'crlf', '\n': 'lf', '\r': 'cr' }[how.lineBreak],
            allQuoted: true,
            emptyRows: 0,
          })
          expect(found.records).toEqual(records)
          const first = new Map<string, number>()
          const expected = rows.map((row, index) => {
            const email = addressOf(row[column]!)
            if (email === null) return { email, sameAs: undefined }
            const sameAs = first.get(canonicalAddress(email))
            if (sameAs === undefined) first.set(canonicalAddress(email), index)
            return { email, sameAs }
          })
          expect(found.rows).toEqual(expected)
          expect(found).toMatchObject({ total: rows.length, distinct: first.size })
          expect(found.offsets).toHaveLength(Math.ceil(rows.length / chunk))
        },
      ),
      { numRuns: 120 },
    ))
})

function addressOf(cell: string): string | null {
  const trimmed = cell.trim()
  const quoted = /^"(.*)"$/s.exec(trimmed)
  return (quoted ? quoted[1]!.trim() : trimmed) || null
}
