// The stored rows of a batch, read from any chunk.
import { describe, expect, test } from '@jest/globals'
import { readEmails } from '../../src/features/batches/input/rows/readEmails.js'
import { type InputRow, readRows } from '../../src/features/batches/input/rows/readRows.js'
import { writeRows } from '../../src/features/batches/input/rows/writeRows.js'
import { canonicalAddress } from '../../src/features/verification/index.js'
import { silentLog } from '../../src/kernel/log.js'
import { BlobMissing } from '../../src/kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import fc from '../../testbed/fastCheck.js'
import { collect } from '../../testbed/given/events.js'
import { memoryBlobs } from '../../testbed/stores/memoryBlobs.js'

const write = async (emails: readonly string[], chunk: number, ...sizes: number[]) => {
  const memory = memoryBlobs(...sizes)
  return { ...memory, ...(await writeRows(memory.blobs, { name: 'rows', owner: 'ada', emails, chunk })) }
}

/** Any text: empty, lone surrogates, quotes, line breaks, and what JSON escapes. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'ada@example.com',
    'ADA@example.com',
    'null',
    '[1,"x"]',
    '"',
    '\\',
    '\n',
    '\u2028',
    '\ud800',
    '\udc00',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

describe('rows of a batch', () => {
  test('are a line each: an address, a repeat of an earlier row, or nothing', async () => {
    const { contents, ...summary } = await write(['a@b.c', '', 'A@B.c', 'x"y\n', '', 'a@b.c'], 2)
    expect(contents.get('rows')).toEqual({
      owner: 'ada',
      content: Buffer.from('"a@b.c"\n""\n[0,"A@B.c"]\n"x\\"y\\n"\n[1,""]\n[0,"a@b.c"]\n'),
    })
    expect(summary).toMatchObject({ total: 6, distinct: 3, offsets: [0, 11, 32] })
  })

  test('without any there is no chunk', async () => {
    const { contents, blobs, ...summary } = await write([], 2)
    expect(summary).toEqual({
      total: 0,
      distinct: 0,
      people: { total: 0, repeated: 0, duplicates: 0 },
      offsets: [],
    })
    expect(contents.get('rows')!.content).toHaveLength(0)
    expect(await collect(readRows(blobs, 'rows', { chunk: 2, offset: 0 }))).toEqual([])
  })

  test('can be read back from any chunk, with the same repeats as a Map finds', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 40 }),
        async (emails, chunk, size) => {
          const { blobs, total, distinct, offsets } = await write(emails, chunk, size)
          const first = new Map<string, number>()
          const expected = emails.map((email, index): InputRow => {
            const canonical = canonicalAddress(email)
            const sameAs = first.get(canonical)
            if (sameAs === undefined) first.set(canonical, index)
            return { email, sameAs }
          })
          expect([total, distinct]).toEqual([emails.length, first.size])
          expect(offsets).toHaveLength(Math.ceil(emails.length / chunk))
          for (const [place, offset] of offsets.entries()) {
            const chunks = await collect(readRows(blobs, 'rows', { chunk, offset }))
            expect(chunks.flat()).toEqual(expected.slice(place * chunk))
            for (const rows of chunks.slice(0, -1)) expect(rows).toHaveLength(chunk)
          }
        },
      ),
      { numRuns: 100 },
    ))

  test('of 20,000 addresses are found again', async () => {
    const emails = Array.from({ length: 20_000 }, (_, index) => `user${index % 10_000}@example.com`)
    const { blobs, distinct } = await write(emails, 1_000)
    const rows = (await collect(readRows(blobs, 'rows', { chunk: 1_000, offset: 0 }))).flat()
    expect(distinct).toBe(10_000)
    expect(
      rows.every(
        ({ email, sameAs }, index) =>
          email === emails[index] && sameAs === (index < 10_000 ? undefined : index - 10_000),
      ),
    ).toBe(true)
  })

  test('that are deleted are BlobMissing; that are cut or are no rows, an Error', async () => {
    const { blobs, contents } = await write(['a@b.c', 'd@e.f'], 10)
    const read = () => collect(readRows(blobs, 'rows', { chunk: 10, offset: 0 }))
    for (const damaged of ['"a@b.c"\n"d@e', '"a@b.c', '{}\n', '[1]\n', '["a","b"]\n', '1\n', '"a@b.c"\n\n', 'x\n']) {
      contents.set('rows', { owner: 'ada', content: Buffer.from(damaged) })
      await expect(read()).rejects.toThrow(Error)
    }
    await blobs.delete('rows')
    await expect(read()).rejects.toThrow(BlobMissing)
  })

  test('yield to the event loop while they are written', async () => {
    let turns = 0
    let writing = true
    const count = () => {
      turns++
      if (writing) setImmediate(count)
    }
    count()
    await write(
      Array.from({ length: 50_000 }, (_, index) => `user${index}@example.com`),
      1_000,
    )
    writing = false
    expect(turns).toBeGreaterThan(5)
  })
})

describe('addresses of a batch', () => {
  test('are yielded one by one, as given', async () => {
    const emails = Array.from({ length: 2_500 }, (_, index) => `User${index % 700}@example.com`)
    const { blobs } = await write(emails, 10)
    expect(await collect(readEmails({ blobs, log: silentLog }, 'rows'))).toEqual(emails)
  })

  test('are empty once the input is deleted', async () => {
    const { blobs } = memoryBlobs()
    expect(await collect(readEmails({ blobs, log: silentLog }, 'rows'))).toEqual([])
  })

  test('end where the input is damaged, which is logged; a store that cannot answer is an error', async () => {
    const { blobs, contents } = await write(['a@b.c', 'd@e.f'], 10, 8)
    contents.set('rows', { owner: 'ada', content: Buffer.from('"a@b.c"\n"d@e') })
    const logged: object[] = []
    const log = { ...silentLog, error: (fields: object) => void logged.push(fields) }
    const { blobs: changed } = memoryBlobs()
    const failing = (error: Error) => ({
      ...changed,
      read: async function* (): AsyncGenerator<Buffer> {
        yield Buffer.from('"a@b.c"\n')
        throw error
      },
    })
    expect(await collect(readEmails({ blobs, log }, 'rows'))).toEqual([])
    expect(await collect(readEmails({ blobs: failing(new Error('changed')), log }, 'rows'))).toEqual([])
    expect(logged).toEqual(Array(2).fill({ error: expect.any(Error), blob: 'rows' }))
    const unavailable = new StoreUnavailable('later')
    await expect(collect(readEmails({ blobs: failing(unavailable), log }, 'rows'))).rejects.toThrow(unavailable)
  })
})
