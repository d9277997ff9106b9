// What `mailproof bulk` prints about how the file was read and what it may cost.
import type { UploadedColumn, UploadedFile } from '../../client/index.js'
import { visible } from '../output.js'
import { count, plural } from '../progress/words.js'
import { ENCODINGS } from './encodings.js'
import type { BulkJob } from './service.js'

const DELIMITERS: { readonly [delimiter: string]: string } = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
}

/** Lines that say how the service read the file, and what the job may cost. */
export function describeJob(job: BulkJob, { sandbox }: { readonly sandbox: boolean }): string[] {
  const { total, distinct, file } = job
  return [
    ...(file ? [describeFile(file), ...describeOthers(file), ...describeFindings(file)] : []),
    ...(distinct === null
      ? []
      : [`${plural(total, 'row')}, ${plural(distinct, 'distinct address', 'es')}; ${describeCharge(job, sandbox)}.`]),
  ]
}

/** `Addresses in column 2 (E-Mail); separated by semicolons, UTF-8 with byte order mark, first row is a header.` */
function describeFile({
  email_column,
  delimiter,
  encoding,
  byte_order_mark,
  header,
  empty_rows = 0,
}: UploadedFile): string {
  const mark = byte_order_mark && encoding === 'utf-8' ? ' with byte order mark' : ''
  const written = [
    `separated by ${DELIMITERS[delimiter] ?? delimiter}`,
    `${ENCODINGS[encoding] ?? encoding}${mark}`,
    header ? 'first row is a header' : 'no header',
    ...(empty_rows > 0 ? [`${plural(empty_rows, 'empty row')} ignored`] : []),
  ]
  return `Addresses in column ${named(email_column)}; ${written.join(', ')}.`
}

function describeOthers({ other_email_columns: others }: UploadedFile): string[] {
  if (others.length === 0) return []
  const columns = `column${others.length === 1 ? '' : 's'} ${others.map(named).join(', ')}`
  return [
    `There are addresses in ${columns} too. To verify those, run the command with --email-column ${others[0]!.number}.`,
  ]
}

/** What the service did to read the file, and its warning about the column. */
const describeFindings = ({ remarks = [], warning }: UploadedFile): string[] =>
  [...remarks, ...(warning === undefined ? [] : [`Warning: ${warning}`])].map((each) => withOptionNames(visible(each)))

const named = ({ number, name }: UploadedColumn): string =>
  name === undefined ? String(number) : `${number} (${visible(name)})`

function describeCharge({ status, distinct, charged }: BulkJob, sandbox: boolean): string {
  if (sandbox) return 'nothing will be charged, because the API key is a sandbox key'
  if (status !== 'pending' && status !== 'processing') return `${count(charged)} charged`
  return `at most ${count(distinct ?? 0)} will be charged`
}

/** Replaces names of form fields and parameters in a message of the service by those of options. */
export const withOptionNames = (message: string): string =>
  message
    .replace(/`?\bemail_column\b`?/g, '--email-column')
    .replace(/`?\bhas_header\b`?/g, '--header or --no-header')
    .replace(/`?\bonly=(\w+)`?/g, '--only $1')
    .replace(/`(\w+)`/g, '$1')
