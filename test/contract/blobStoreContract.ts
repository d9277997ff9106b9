// What the rest of the system requires of a blob store.
import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { BlobMissing, type BlobStore } from '../../src/kernel/ports/blobStore.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import fc from '../../testbed/fastCheck.js'
import { bytes, endingWith, inPieces, wholeOf } from '../../testbed/stores/content.js'

export interface BlobStoreFixture {
  readonly blobs: BlobStore
  readonly vault: Vault
  /** Sets the current time. */
  setTime(milliseconds: number): void
  /** Another handle on the same blobs, as in another process. */
  second(): Promise<BlobStore>
  /** The amount stored, under any name: blobs, and the leftovers of unfinished writes. */
  things(): Promise<number>
  /** A stored blob, and a way to replace its bytes. */
  stored(name: string): Promise<Buffer>
  store(name: string, stored: Buffer): Promise<void>
  dispose(): Promise<void>
}

/** Bytes of content that are sealed together. */
const SEGMENT = 256 * 1024
const SEALED = SEGMENT + 28
const MEGABYTE = 1024 * 1024

/**
 * What the rest of the system requires of a blob store.
 * @param options.sampled for a store whose steps cost much more than on disk: each promise is checked in fewer places
 */
export function blobStoreContract(
  adapter: string,
  make: () => Promise<BlobStoreFixture>,
  { sampled = false }: { readonly sampled?: boolean } = {},
): void {
  const some = <T>(all: readonly T[], each: number, first = 0) =>
    sampled ? all.filter((_, index) => index % each === first % each) : all

  describe(`blob store: ${adapter}`, () => {
    let fixture: BlobStoreFixture
    let blobs: BlobStore
    beforeEach(async () => {
      fixture = await make()
      blobs = fixture.blobs
    })
    afterEach(() => fixture.dispose())

    const write = (name: string, content: Buffer, owner = 'ada') =>
      blobs.write(name, owner, inPieces(content, 64 * 1024))
    const read = (name: string, from?: number) => wholeOf(blobs.read(name, from === undefined ? {} : { from }))
    const missing = (name: string) => expect(read(name)).rejects.toThrow(BlobMissing)

    describe('reading', () => {
      test('returns what was written, from any offset, at and around every boundary', async () => {
        const edges = [0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 2 * SEGMENT - 1, 2 * SEGMENT, 2 * SEGMENT + 1]
        for (const [turn, size] of edges.entries()) {
          const content = bytes(size)
          for (const piece of some(edges.slice(2), 6, turn)) {
            expect(await blobs.write('blob', 'ada', inPieces(content, piece, 7))).toBe(size)
            expect((await read('blob')).equals(content)).toBe(true)
          }
          for (const from of some([...edges, 3 * SEGMENT, 1e12], 3, turn)) {
            expect((await read('blob', from)).equals(content.subarray(from))).toBe(true)
          }
        }
      })

      test('returns what was written, whatever the pieces and the offset', () =>
        fc.assert(
          fc.asyncProperty(
            fc.integer({ min: 0, max: 3 * SEGMENT }),
            fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 5 }),
            fc.nat({ max: 3 * SEGMENT }),
            async (size, sizes, from) => {
              const content = bytes(size)
              expect(await blobs.write('blob', 'ada', inPieces(content, ...sizes))).toBe(size)
              expect((await read('blob', from)).equals(content.subarray(from))).toBe(true)
            },
          ),
          { numRuns: sampled ? 6 : 30 },
        ))

      test('returns nothing for empty content, and ignores empty pieces', async () => {
        async function* sparse() {
          yield Buffer.alloc(0)
          yield Buffer.from('a')
          yield Buffer.alloc(0)
        }
        expect(await blobs.write('sparse', 'ada', sparse())).toBe(1)
        expect((await read('sparse')).toString()).toBe('a')
        expect(await blobs.write('empty', 'ada', inPieces(Buffer.alloc(0), 1))).toBe(0)
        expect(await read('empty')).toHaveLength(0)
      })

      test('can stop anywhere and restart, also concurrently', async () => {
        const content = bytes(5 * SEGMENT)
        await write('blob', content)
        for (let round = 0; round < 20; round++) {
          for await (const piece of blobs.read('blob')) {
            expect(piece.equals(content.subarray(0, piece.length))).toBe(true)
            break
          }
        }
        const all = await Promise.all(Array.from({ length: 20 }, (_, index) => read('blob', index * 65_000)))
        for (const [index, each] of all.entries()) expect(each.equals(content.subarray(index * 65_000))).toBe(true)
      })

      test('accepts only non-negative integer offsets', async () => {
        await write('blob', bytes(10))
        for (const from of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60]) {
          await expect(read('blob', from)).rejects.toThrow(RangeError)
        }
      })

      test('of an unknown name is BlobMissing, also for another handle', async () => {
        await missing('blob')
        await write('blob', bytes(3))
        const other = await fixture.second()
        expect(await wholeOf(other.read('blob'))).toEqual(bytes(3))
        await expect(wholeOf(other.read('blobs'))).rejects.toThrow(BlobMissing)
      })
    })

    describe('writing', () => {
      test('content that fails leaves nothing, wherever it fails', async () => {
        const before = await fixture.things()
        for (const size of [0, 1, SEGMENT - 1, SEGMENT, 2 * SEGMENT + 1]) {
          const error = new Error('the line was cut')
          await expect(blobs.write('blob', 'ada', endingWith(error, inPieces(bytes(size), 50_000)))).rejects.toBe(error)
          await missing('blob')
          expect(await fixture.things()).toBe(before)
        }
      })

      test('content that fails leaves the existing blob of that name unchanged', async () => {
        await write('blob', bytes(100))
        await expect(blobs.write('blob', 'ada', endingWith(new Error('cut'), inPieces(bytes(9), 9)))).rejects.toThrow(
          'cut',
        )
        expect(await read('blob')).toEqual(bytes(100))
      })

      test('an existing name replaces the blob for the next reader', async () => {
        const [first, second] = [bytes(3 * SEGMENT, 1), bytes(2 * SEGMENT + 5, 2)]
        await write('blob', first)
        await write('blob', second, 'bob')
        expect((await read('blob')).equals(second)).toBe(true)
        expect(await fixture.things()).toBe(1)
      })

      test('one name concurrently leaves one complete blob', async () => {
        const contents = Array.from({ length: 8 }, (_, seed) => bytes(SEGMENT + seed, seed + 1))
        await Promise.all(contents.map((content) => write('blob', content)))
        const left = await read('blob')
        expect(contents.filter((content) => content.equals(left))).toHaveLength(1)
        expect(await fixture.things()).toBe(1)
      })

      test.each(['a', '0', '-', '_', 'A.b-c_9', 'x'.repeat(100), '.', '..', '...', '.hidden', 'a.tmp', 'a.blob'])(
        'accepts the name %s',
        async (name) => {
          await write(name, bytes(7))
          expect(await read(name)).toEqual(bytes(7))
          await blobs.delete(name)
          await missing(name)
        },
      )

      test.each([
        '',
        'x'.repeat(101),
        '/etc/passwd',
        '../outside',
        'a/b',
        'a\\b',
        'a b',
        'a\u0000',
        'a\n',
        'é',
        '%2e%2e',
        'C:',
        'a*',
      ])('rejects the name %j, and changes nothing', async (name) => {
        const before = await fixture.things()
        await expect(write(name, bytes(1))).rejects.toThrow(RangeError)
        await expect(read(name)).rejects.toThrow(RangeError)
        await expect(blobs.delete(name)).rejects.toThrow(RangeError)
        expect(await fixture.things()).toBe(before)
      })
    })

    describe('deleting', () => {
      test('leaves nothing, and is idempotent', async () => {
        await write('blob', bytes(2 * SEGMENT))
        await write('other', bytes(5))
        await blobs.delete('blob')
        await blobs.delete('blob')
        await missing('blob')
        expect(await read('other')).toEqual(bytes(5))
        expect(await fixture.things()).toBe(1)
      })
    })

    describe('listing', () => {
      const listed = async () => {
        const infos = []
        for await (const info of blobs.all()) infos.push(info)
        return infos.sort((a, b) => (a.name < b.name ? -1 : 1))
      }

      test('returns every blob with its owner and time', async () => {
        expect(await listed()).toEqual([])
        fixture.setTime(1_000)
        await write('one', bytes(3), 'ada')
        fixture.setTime(2_000)
        await write('two', bytes(SEGMENT), 'bob é "\n')
        fixture.setTime(3_000)
        await write('one', bytes(4), 'eve')
        expect(await listed()).toEqual([
          { name: 'one', owner: 'eve', writtenAt: 3_000 },
          { name: 'two', owner: 'bob é "\n', writtenAt: 2_000 },
        ])
      })

      test('continues while what it lists is deleted', async () => {
        for (let index = 0; index < 50; index++) await write(`blob${index}`, bytes(index))
        for await (const { name } of blobs.all()) await blobs.delete(name)
        expect(await listed()).toEqual([])
        expect(await fixture.things()).toBe(0)
      })

      test('includes damaged and unreadable blobs, because they must be swept too', async () => {
        await write('damaged', bytes(3))
        await fixture.store('damaged', Buffer.from('nonsense'))
        await write('closed', bytes(3), 'bob')
        await fixture.vault.destroy('bob')
        expect((await listed()).map(({ name }) => name)).toEqual(['closed', 'damaged'])
        for (const { name } of await listed()) await blobs.delete(name)
        expect(await fixture.things()).toBe(0)
      })
    })

    describe('sealing', () => {
      test('reveals nothing of the content, and never gives the same bytes twice', async () => {
        const content = Buffer.from('ada@example.com\n'.repeat(1_000))
        await write('one', content)
        const one = await fixture.stored('one')
        await write('one', content)
        const again = await fixture.stored('one')
        for (const stored of [one, again]) expect(stored.includes('example')).toBe(false)
        expect(one.subarray(-1_000).equals(again.subarray(-1_000))).toBe(false)
      })

      test("makes a blob unreadable once its owner's key is destroyed, also with a new key", async () => {
        await write('ada', bytes(10), 'ada')
        await write('bob', bytes(10), 'bob')
        await fixture.vault.destroy('ada')
        await missing('ada')
        await write('new', bytes(20), 'ada')
        await missing('ada')
        expect([await read('bob'), await read('new')]).toEqual([bytes(10), bytes(20)])
      })

      /** Reads tampered content: it must fail with an error other than "missing", and yield nothing wrong first. */
      async function expectRefused(content: Buffer, stored: Buffer, from = 0): Promise<void> {
        await fixture.store('blob', stored)
        const pieces: Buffer[] = []
        let error: unknown
        try {
          for await (const piece of blobs.read('blob', { from })) pieces.push(piece)
        } catch (caught) {
          error = caught
        }
        expect(error).toBeInstanceOf(Error)
        const before = Buffer.concat(pieces)
        expect(before.equals(content.subarray(from, from + before.length))).toBe(true)
      }

      /** Expects that a blob with one bit changed at each of these places is refused. */
      async function expectFlipsDetected(
        content: Buffer,
        placesIn: (head: number) => readonly number[],
      ): Promise<void> {
        await write('blob', content)
        const stored = await fixture.stored('blob')
        const segments = Math.floor(content.length / SEGMENT) + 1
        for (const place of placesIn(stored.length - content.length - segments * 28)) {
          const changed = Buffer.from(stored)
          changed[place]! ^= 1 << (place % 8)
          await expectRefused(content, changed)
        }
      }

      test('detects any flipped bit', async () => {
        await expectFlipsDetected(bytes(10), (head) => some([...Array(head + 10 + 28).keys()], 12))
        const ends = [SEALED - 17, SEALED - 16, SEALED - 1, SEALED, 2 * SEALED]
        await expectFlipsDetected(bytes(2 * SEGMENT + 1_000), (head) => some(ends, 5).map((place) => head + place))
      })

      test('detects truncation anywhere, whatever offset is read from', async () => {
        const content = bytes(3 * SEGMENT)
        await write('blob', content)
        const stored = await fixture.stored('blob')
        const head = stored.length - 3 * SEALED
        const ends = [0, 3, 4, 8, head - 1, head, head + 1, head + 27, head + 28]
        for (let count = 1; count <= 3; count++) for (const by of [-1, 0, 1]) ends.push(head + count * SEALED + by)
        for (const end of some(
          ends.filter((each) => each < stored.length),
          3,
        )) {
          for (const from of [0, SEGMENT, 3 * SEGMENT, 9 * SEGMENT]) {
            await expectRefused(content, stored.subarray(0, end), from)
          }
        }
      })

      test('detects segments that are swapped, repeated, omitted, added or taken from another blob', async () => {
        const content = bytes(3 * SEGMENT)
        await write('other', bytes(3 * SEGMENT, 2))
        const other = await fixture.stored('other')
        await write('blob', content)
        const stored = await fixture.stored('blob')
        const head = stored.length - 3 * SEALED
        const segment = (of: Buffer, index: number) => {
          const at = of.length - (3 - index) * SEALED
          return of.subarray(at, at + SEALED)
        }
        const [first, second, third] = [segment(stored, 0), segment(stored, 1), segment(stored, 2)]
        const otherHead = other.subarray(0, other.length - 3 * SEALED)
        for (const parts of [
          [second, first, third],
          [first, third, second],
          [first, first, third],
          [first, third],
          [second, third],
          [third],
          [first, second],
          [first, second, third, third],
          [first, second, third, Buffer.alloc(28)],
          [first, second, third, Buffer.of(0)],
          [first, segment(other, 1), third],
          [segment(other, 0), segment(other, 1), segment(other, 2)],
        ]) {
          await expectRefused(content, Buffer.concat([stored.subarray(0, head), ...parts]))
        }
        await expectRefused(content, Buffer.concat([otherHead, first, second, third]))
        await expectRefused(content, other)
      })
    })

    const large = sampled ? 20 : 100
    test(`reads and writes ${large} MB with a few segments in memory, and yields to the event loop`, async () => {
      const size = large * MEGABYTE
      const collect = collector()
      const piece = randomBytes(64 * 1024)
      collect()
      const idle = inUse()
      let most = 0
      let turns = 0
      let watching = true
      const count = () => {
        turns++
        if (watching) setImmediate(count)
      }
      count()
      const look = (done: number) => {
        if (done % (size / 4) !== 0) return
        collect()
        most = Math.max(most, inUse() - idle)
      }
      async function* content() {
        for (let done = 0; done < size; done += piece.length) {
          look(done)
          yield piece
        }
      }
      expect(await blobs.write('large', 'ada', content())).toBe(size)
      let done = 0
      for await (const part of blobs.read('large')) {
        if (!part.subarray(0, piece.length).equals(piece)) throw new Error(`other content at ${done}`)
        done += part.length
        look(done)
      }
      watching = false
      expect(done).toBe(size)
      expect(most).toBeLessThan(8 * MEGABYTE)
      expect(turns).toBeGreaterThan(size / SEGMENT)
    })

    test('is ready when open', async () => {
      await expect(blobs.ready()).resolves.toBeUndefined()
    })
  })
}

function inUse(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Collects garbage, so that what remains in memory is in use. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  return () => {
    // Twice: the first collection only starts to free what it finds.
    collect()
    collect()
  }
}
