import { csvForm } from '../../../../test/support/multipart.js'
import type { Attack } from '../attack.js'

const MB = 1_000_000

/** Files that a CSV reader may choke on. */
const FILES = [
  () => `email\n${'a'.repeat(20 * MB)}`,
  () => `email${',x'.repeat(MB)}\n`,
  () => `email\n"${'open quote\n'.repeat(MB)}`,
  () => `email\n${'\0'.repeat(5 * MB)}`,
  () => `email\n${'"",""""\n'.repeat(MB)}`,
  () => `email,b\n${'a@b.c\n'.repeat(MB)}`,
]

export const csvBomb: Attack = {
  name: 'csv-bomb',
  summary: 'growth key: CSV files of one line, of a million columns, with open quotes, of NULs, on 4 connections',
  prepare({ call, paidKey: key }) {
    const forms = FILES.map((file) => csvForm(file()))
    let turn = 0
    return {
      concurrency: 4,
      strike: async () => void (await call('POST', '/v1/bulk/upload', { key, ...forms[turn++ % forms.length]! })),
    }
  },
}
