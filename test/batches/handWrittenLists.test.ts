// Generated files as people write them, in five encodings: addresses found, bytes kept, counts that add up.
import { describe, expect, test } from '@jest/globals'
import { createResultRows } from '../../src/features/batches/download/resultRows.js'
import { hasRepairs } from '../../src/features/batches/input/cell/cellCounter.js'
import { recordsOf } from '../../src/features/batches/input/records/records.js'
import { addedColumns } from '../../src/features/batches/input/resultColumns.js'
import { fileTextOf, openText } from '../../src/features/batches/input/text/fileText.js'
import type { Outcome } from '../../src/features/batches/run/outcome.js'
import fc from '../../testbed/fastCheck.js'
import { handWrittenList } from './handWrittenLists.js'
import { type Uploaded, uploaded } from './uploads.js'

const FILES = Number(process.env.FILES ?? 40)

const verdictOn = ({ email, uneven }: Uploaded['rows'][number]): Outcome => ({
  status: email === null ? 'invalid' : 'valid',
  reason: uneven ? 'row_length' : email === null ? 'syntax' : undefined,
  flags: 0,
  provider: undefined,
  meant: email?.endsWith('@example.org') ? 'example.com' : undefined,
})

/** The result file of an upload. */
async function downloaded(file: Buffer, { dialect, cells, rows }: Uploaded): Promise<Buffer> {
  const text = fileTextOf(dialect.encoding)
  const outcomes = rows.map(verdictOn)
  const additions = { withAddress: hasRepairs(cells) }
  const textOfRecord = createResultRows({ dialect, text, nextOutcome: async () => outcomes.shift(), additions })
  const { preamble, rest } = await openText(
    (async function* () {
      yield file
    })(),
    dialect.encoding,
  )
  let raw = preamble
  for await (const records of recordsOf(rest, dialect.delimiter)) {
    for (const record of records) raw += await textOfRecord(record)
  }
  expect(outcomes).toEqual([])
  return text.bytesOf(raw)
}

/** A result file without the columns that were added, and without the cells that make its rows even. */
async function withoutResult(file: Buffer, { dialect, cells }: Uploaded): Promise<string> {
  const { delimiter, encoding, linesBefore = 0 } = dialect
  const added = addedColumns({ withAddress: hasRepairs(cells) }).length
  const { preamble, rest } = await openText(
    (async function* () {
      yield file
    })(),
    encoding,
  )
  let raw = preamble
  let before = linesBefore
  for await (const records of recordsOf(rest, delimiter)) {
    for (const { cells: all, end } of records) {
      raw += (before-- > 0 ? all : all.slice(0, -added)).join(delimiter) + end
    }
  }
  return raw
}

/** A download evens rows by empty cells at their ends, and marks formulas as text. */
const evened = (raw: string, delimiter: string): string =>
  raw.replaceAll(/'(?=[=\t])/g, '').replaceAll(new RegExp(`(?:\\${delimiter}(?:"")?)+(?=[\\r\\n]|$)`, 'g'), '')

describe('a list as people have it', () => {
  test(`has the addresses found that are written in it (${FILES} files in five encodings)`, async () => {
    await fc.assert(
      fc.asyncProperty(handWrittenList, async ({ file, emails, column, header }) => {
        const found = await uploaded(file)
        expect(found.dialect).toMatchObject({ column, header })
        expect(found.emails).toEqual(emails.map((email) => email ?? null))
        expect(found.rows.map(({ uneven = false }) => uneven)).toEqual(emails.map((email) => email === undefined))
      }),
      { numRuns: FILES },
    )
  })

  test('has counts that add up', async () => {
    await fc.assert(
      fc.asyncProperty(handWrittenList, async ({ file, emails, repaired }) => {
        const { total, distinct, people, cells, rows } = await uploaded(file)
        const addresses = emails.filter((email) => typeof email === 'string')
        expect(total).toBe(emails.length)
        expect(distinct).toBe(new Set(addresses).size)
        expect(people.total + people.duplicates).toBe(addresses.length)
        expect(
          rows.filter(({ email, sameAs, alias }) => email !== null && sameAs === undefined && !alias),
        ).toHaveLength(people.total)
        expect(cells.uneven).toBe(emails.filter((email) => email === undefined).length)
        expect(cells.empty + cells.uneven + addresses.length).toBe(total)
        if (repaired) expect(hasRepairs(cells)).toBe(true)
      }),
      { numRuns: FILES },
    )
  })

  test('is downloaded with its own bytes, and its download has the same addresses and the same download', async () => {
    await fc.assert(
      fc.asyncProperty(handWrittenList, async ({ file }) => {
        const first = await uploaded(file)
        const result = await downloaded(file, first)
        const { delimiter, encoding } = first.dialect
        const original = await openText(
          (async function* () {
            yield file
          })(),
          encoding,
        )
        let raw = original.preamble
        for await (const piece of original.rest) raw += piece
        expect(evened(await withoutResult(result, first), delimiter)).toBe(evened(raw, delimiter))
        const again = await uploaded(result)
        expect(again.emails).toEqual(first.emails)
        expect(again.people).toEqual(first.people)
        expect((await downloaded(result, again)).equals(result)).toBe(true)
      }),
      { numRuns: FILES },
    )
  })
})
