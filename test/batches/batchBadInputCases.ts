// Uploads, files and lists that are refused, with the reason.
import type { RequestOptions } from '../../testbed/callers/client.js'
import { csvForm, multipart, type Part } from '../../testbed/callers/multipart.js'

/** Three distinct addresses. */
export const GOOD_CSV = 'email\nada@explicit.mailproof.net\nbob@implicit.mailproof.net\neve@null-mx.mailproof.net\n'

const MEGABYTE = 1024 * 1024
const ROW = 'ada.lovelace@explicit.mailproof.net,Ada Lovelace,1815\n'

/** 100 MB and one byte of rows that would be valid. */
export const TOO_LARGE = Buffer.alloc(100 * MEGABYTE + 1, ROW)

const file = (name: string, content: string | Buffer = GOOD_CSV): Part => ({ name, content, filename: 'list.csv' })
const other = (type: string, body: string | Buffer = GOOD_CSV): RequestOptions => ({
  body,
  headers: { 'Content-Type': type },
})

/** Uploads that are not a form with one file: the problem, and the response. */
export const BAD_FORMS: readonly (readonly [what: string, form: RequestOptions, status: number, code: string])[] = [
  ['JSON', { body: { file: GOOD_CSV } }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['the file itself', other('text/csv'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a form of another kind', other('application/x-www-form-urlencoded', 'file=x'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a form without a boundary', other('multipart/form-data', csvForm(GOOD_CSV).body), 400, 'VALIDATION_ERROR'],
  ['nothing', other('multipart/form-data; boundary=x', ''), 400, 'VALIDATION_ERROR'],
  ['a form in which there is no form', other('multipart/form-data; boundary=x'), 400, 'VALIDATION_ERROR'],
  ['a form without a file', multipart([{ name: 'has_header', content: 'true' }]), 400, 'VALIDATION_ERROR'],
  ['a form with two files', multipart([file('file'), file('file')]), 400, 'VALIDATION_ERROR'],
  ['a form with a file in another field', multipart([file('upload')]), 400, 'VALIDATION_ERROR'],
  ['a form with a text as its file', multipart([{ name: 'file', content: GOOD_CSV }]), 400, 'VALIDATION_ERROR'],
  ['a form with an unknown field', csvForm(GOOD_CSV, { callback: 'x' }), 400, 'VALIDATION_ERROR'],
  ['a form that has no such column', csvForm(GOOD_CSV, { email_column: 'contact' }), 400, 'CSV_INVALID'],
]

const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), noise(4_096)])

/** Files that cannot be parsed: the problem, and the error message. */
export const BAD_FILES: readonly (readonly [what: string, content: string | Buffer, reason: RegExp])[] = [
  ['empty', '', /is empty/],
  ['only white space', ' \r\n\n', /has no rows/],
  ['binary', noise(100_000), /not a text file/],
  [
    'binary without a zero byte',
    Buffer.from(noise(100_000).map((byte) => byte || 1)),
    /not a text file.*control characters/,
  ],
  ['a zip', zip, /zip file/],
  ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise(10_000)]), /not a text file/],
  ['only a header', 'email,name\n', /no rows/],
  [
    'without a column of addresses',
    'name,city\nAda,London\nBob,Paris\n',
    /No column contains email addresses.*email_column/,
  ],
  [
    'with a quote that is not closed',
    'email,name\n"a@explicit.mailproof.net,Ada\nb@x.org,Bob\n',
    /Row 2 opens a quote/,
  ],
  ['with rows of different lengths', 'email,name\na@x.org,Ada\nb@x.org,Bob,Paris\n', /Row 3 has 3 cells/],
  ['with a row that is cut', 'name,email\nAda,a@x.org\nBob\n', /Row 3 has 1 cell,/],
  ['with a cell of 10 MB', `email,name\na@x.org,${'x'.repeat(10 * MEGABYTE)}\n`, /Row 2 is longer/],
  ['with a quoted cell of 10 MB', `email,name\na@x.org,"${'x,\n'.repeat(3 * MEGABYTE)}"\n`, /Row 2 is longer.*quote/],
  ['with an address of 10 MB', `email\n${'x'.repeat(10 * MEGABYTE)}@x.org\n`, /Row 2 is longer/],
  ['one line of 10 MB without an end', 'x'.repeat(10 * MEGABYTE), /Row 1 is longer/],
]

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `${index}@explicit.mailproof.net`)

/** Request bodies that are not a list of addresses. */
export const BAD_LISTS: readonly (readonly [what: string, body: object, code: string])[] = [
  ['50,001 addresses', { emails: addresses(50_001), async: true }, 'TOO_MANY_EMAILS'],
  ['10,001 addresses to be answered at once', { emails: addresses(10_001) }, 'ASYNC_REQUIRED'],
  ['a number among them', { emails: ['a', 5], async: true }, 'VALIDATION_ERROR'],
  ['null among them', { emails: ['a', null], async: true }, 'VALIDATION_ERROR'],
  ['an object among them', { emails: [{ email: 'a' }], async: true }, 'VALIDATION_ERROR'],
  ['a list among them', { emails: [['a']], async: true }, 'VALIDATION_ERROR'],
  ['a text in place of it', { emails: 'a', async: true }, 'VALIDATION_ERROR'],
  ['nothing in it', { emails: [], async: true }, 'VALIDATION_ERROR'],
  ['nothing in place of it', { async: true }, 'VALIDATION_ERROR'],
  ['a format that there is not', { emails: ['a'], async: true, format: 'xml' }, 'VALIDATION_ERROR'],
]

/** Bytes of all values, the same in every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0, state = 1; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return bytes
}
