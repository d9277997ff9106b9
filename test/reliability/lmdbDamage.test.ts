// Damage of LMDB files is noticed: truncated and overwritten files are refused in words, flipped bits are found.
import { execFile } from 'node:child_process'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { DataDirectoryError } from '../../src/adapters/dataDirectory/error.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { checkFile } from '../../src/adapters/lmdb/checkFile.js'
import { checkPages } from '../../src/adapters/lmdb/checkPages.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { systemClock } from '../../src/kernel/clock.js'
import { type EventStore, StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { collect, newEvents } from '../../testbed/given/events.js'
import { openFilesIn } from '../../testbed/openFiles.js'
import { compiled } from '../../testbed/service/compiled.js'
import { at } from '../../testbed/stores/documents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { fillStores } from './damagedStores.js'

let directory: ReturnType<typeof tempDirectory>
let path: string
beforeEach(() => {
  directory = tempDirectory()
  path = join(directory.path, 'events.mdb')
})
afterEach(() => directory.remove())

const open = (): EventStore => createLmdbEventStore({ path, clock: systemClock })

/** A log of 500 events, closed. */
async function filled(): Promise<number> {
  const store = open()
  for (let at = 0; at < 500; at += 10) await store.append(`a-${at}`, newEvents(10, at), { expected: 'any' })
  await store.close()
  return statSync(path).size
}

describe('a file that is truncated', () => {
  test('is refused with its path, what is wrong and what to do', async () => {
    const size = await filled()
    truncateSync(path, size / 2)
    expect(open).toThrow(DataDirectoryError)
    expect(open).toThrow(
      `${path} is shorter than its own index says (${size / 2} of ${size} bytes): restore it from a backup`,
    )
  })

  test('is refused wherever it was cut', async () => {
    const size = await filled()
    const whole = `${path}.whole`
    copyFileSync(path, whole)
    for (const length of [1, 100, 4_096, 8_192, 8_193, 20_000, size - 4_096 * 3, size - 4_096, size - 1]) {
      copyFileSync(whole, path)
      truncateSync(path, length)
      expect(() => checkFile(path)).toThrow(DataDirectoryError)
    }
    copyFileSync(whole, path)
    expect(() => checkFile(path)).not.toThrow()
  })

  test('to an empty file starts a new log', () => {
    writeFileSync(path, '')
    expect(() => checkFile(path)).not.toThrow()
    expect(() => checkFile(`${path}.none`)).not.toThrow()
  })
})

describe('a file that is overwritten', () => {
  test('with something else is refused', () => {
    for (const content of ['{}', 'x'.repeat(100_000), Buffer.alloc(100_000), Buffer.alloc(1)]) {
      writeFileSync(path, content)
      expect(open).toThrow(/is damaged or not a mailproof store.*restore it from a backup/)
    }
  })

  test('after its index is refused', async () => {
    await filled()
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(0xaa, 8_192))
    expect(open).toThrow(/is damaged \(page \d+ is not what its index says\): restore it from a backup/)
  })

  test('by a directory is refused', () => {
    path = directory.path
    expect(() => checkFile(path)).toThrow(/is not a file/)
  })
})

describe('an event that is damaged', () => {
  /** Flips a bit of one event in the file, wherever that is. */
  const damage = (id: string) => {
    const bytes = readFileSync(path)
    const place = bytes.indexOf(Buffer.from(id.replaceAll('-', ''), 'hex'))
    expect(place).toBeGreaterThan(0)
    bytes[place]! ^= 1
    writeFileSync(path, bytes)
  }

  test('stops every reader there, and is never skipped', async () => {
    await filled()
    const whole = open()
    const { id } = (await whole.eventAt(at(256)))!
    await whole.close()
    damage(id)
    const store = open()
    const seen: unknown[] = []
    const readAll = async () => {
      for await (const { data } of store.readAll()) seen.push(data)
    }
    await expect(readAll()).rejects.toThrow(
      /^the event at 0+100 cannot be read \(type SomethingHappened, stream a-250\)$/,
    )
    await expect(readAll()).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readStream('a-250'))).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.subscribe({ after: at(250), signal: new AbortController().signal }))).rejects.toThrow(
      StoreUnavailable,
    )
    expect(await collect(store.readStream('a-0'))).toHaveLength(10)
    expect(await collect(store.readAll({ after: at(256) }))).toHaveLength(244)
    await store.close()
  })
})

describe('flipped bits', () => {
  interface Copy {
    readonly number: number
    readonly place: string
    readonly problems: readonly string[]
    /** Names of what was read and is not as it was written. */
    readonly wrong: readonly string[]
    readonly isComplete: boolean
  }

  const COPIES = 100
  /** Records of earlier releases have no checksum: their chain link shows that one was changed. Ids of keys have none. */
  const isOldEvent = (name: string) => /^event 0+|^a-/.test(name)

  test('of old and new records, documents and keys are noticed by the check, served to nobody, and end no process', async () => {
    await fillStores(directory.path)
    const words = [compiled('test/reliability/damageReader.ts'), directory.path, '2000', String(COPIES)]
    const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 10_000_000 })
    const copies = stdout
      .split('\n')
      .filter((line) => line.includes('"problems"'))
      .map((line) => JSON.parse(line) as Copy)
    expect(copies).toHaveLength(COPIES)
    const unnoticed = copies.filter(({ problems, isComplete }) => problems.length === 0 && !isComplete)
    expect(unnoticed).toEqual([])
    const served = copies.filter(({ wrong, problems }) =>
      wrong.some((name) => !isOldEvent(name) || problems.length === 0),
    )
    expect(served).toEqual([])
    expect(copies.filter(({ problems }) => problems.length > 0).length).toBeGreaterThan(COPIES / 5)
  }, 240_000)
})

test('a file that is shorter than its index says is accepted if it lacks no used page', async () => {
  const size = await filled()
  const bytes = readFileSync(path)
  // Last used page of both meta pages, as left by a transaction that freed its last pages.
  for (const meta of [0, 4_096]) bytes.writeBigUInt64LE(BigInt(size / 4_096 + 4), meta + 144)
  writeFileSync(path, bytes)
  const store = open()
  expect(await collect(store.readAll())).toHaveLength(500)
  await store.append('a-1', newEvents(1), { expected: 'any' })
  await store.close()
  expect(() => checkFile(path)).not.toThrow()
})

test('no intact file is refused, however its content changes', async () => {
  const documents = createLmdbDocumentStore({ path })
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 150; round++) {
    const collection = documents.collection({ name: `c${random(3)}`, indexes: { by: ['size', '_id'] } })
    const ids = Array.from({ length: 1 + random(5) }, () => `id${random(8)}`)
    const known = await collection.getMany(ids)
    await collection.write(
      ids.flatMap((id, index) => {
        const size = random(4) ? random(3_000) : random(200_000)
        const document = random(4) ? { size, text: 'x'.repeat(size) } : null
        const expected = known[index]?.position
        return [{ id, position: at(round), document, ...(expected !== undefined && { expected }) }].concat(
          // Written twice in one transaction: pages that are allocated and freed in the same transaction.
          random(2) ? [{ id, position: at(round + 1_000), document: null, expected: at(round) }] : [],
        )
      }),
    )
    if (random(10) === 0) await collection.drop()
    if (random(10) === 0) await collection.sweep('g')
    expect(() => checkFile(path)).not.toThrow()
  }
  await documents.close()
  expect(() => checkFile(path)).not.toThrow()
})

test('a check that cannot begin leaves nothing open', async () => {
  await filled()
  const environment = openEnvironment(path)
  const file = openSync(path, 'r+')
  // Only the copy of lmdb knows then where the trees begin.
  for (const meta of [0, 4_096]) writeSync(file, Buffer.alloc(4), 0, 4, meta + 24)
  closeSync(file)
  await expect(collect(checkPages(path, new AbortController().signal))).rejects.toThrow('changes too often')
  await closeEnvironment(environment)
  expect(openFilesIn(path)).toEqual([])
})

test('the pages that hundreds of transactions have freed are in order', async () => {
  const documents = createLmdbDocumentStore({ path })
  const collection = documents.collection({ name: 'c' })
  const environment = openEnvironment(path)
  // Nothing that was freed is used again while somebody reads: the list of free pages grows by an entry per transaction.
  const reading = environment.useReadTransaction()
  for (let round = 0; round < 600; round++) {
    const expected = round > 0 && { expected: at(round) }
    await collection.write([{ id: 'one', position: at(round + 1), document: { text: 'x'.repeat(2_000) }, ...expected }])
  }
  expect(await collect(checkPages(path, new AbortController().signal))).toEqual([])
  reading.done()
  await closeEnvironment(environment)
  await documents.close()
  // All pages are checked at the start of a file that is shorter than its index says.
  const bytes = readFileSync(path)
  for (const meta of [0, 4_096]) bytes.writeBigUInt64LE(BigInt(bytes.length / 4_096 + 4), meta + 144)
  writeFileSync(path, bytes)
  expect(() => checkFile(path)).not.toThrow()
})
