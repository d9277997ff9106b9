// Repeated addresses are found as by a Map, in little memory.
import { describe, expect, test } from '@jest/globals'
import { createDedupeTable } from '../../src/features/batches/input/rows/dedupeTable.js'

describe('repeats', () => {
  test('are what a Map finds, through every growth of the table', () => {
    const repeats = createDedupeTable()
    const first = new Map<string, number>()
    const wrong: number[] = []
    for (let row = 0; row < 300_000; row++) {
      const text = `user${(row * 7_919) % 200_003}@example.com`
      if (repeats.seen(text, row)?.row !== first.get(text)) wrong.push(row)
      if (!first.has(text)) first.set(text, row)
    }
    expect(wrong).toEqual([])
    expect(repeats.size()).toBe(first.size)
  })

  test('distinguish texts that only look alike', () => {
    const texts = ['', 'a', 'A', 'a ', 'a\0', '\ud800', '\udc00', '\ufffd', '\\ud800', 'é', 'e\u0301', 'x'.repeat(1e5)]
    const repeats = createDedupeTable()
    for (const [row, text] of texts.entries()) expect(repeats.seen(text, row)).toBeUndefined()
    for (const [row, text] of texts.entries()) expect(repeats.seen(text, 99)?.row).toBe(row)
  })

  test('are identified by all 96 bits of their hash', () => {
    const repeats = createDedupeTable((text) => text)
    const digests = [
      'aaaabbbbcccc',
      'baaabbbbcccc',
      'aaaabbbcccca',
      'aaaabbbbcccd',
      'aaaabbbb\xffccc',
      '\xffaaabbbbcccc',
    ]
    for (const [row, digest] of digests.entries()) expect(repeats.seen(digest, row)).toBeUndefined()
    for (const [row, digest] of digests.entries()) expect(repeats.seen(digest, 99)?.row).toBe(row)
    // Further bits are not stored.
    expect(repeats.seen('aaaabbbbccccd', 99)?.row).toBe(0)
  })

  test('keep flags beside the row, up to the last row of the largest file', () => {
    const repeats = createDedupeTable()
    repeats.seen('a', 1_000_000, 1)
    const found = repeats.seen('a', 5)!
    expect([found.row, found.flags]).toEqual([1_000_000, 1])
    found.set(7, 255)
    expect(repeats.seen('a', 9)).toMatchObject({ row: 7, flags: 255 })
  })

  test('take less than 40 bytes each', () => {
    const before = process.memoryUsage().arrayBuffers
    const repeats = createDedupeTable()
    for (let row = 0; row < 500_000; row++) repeats.seen(`${row}`, row)
    expect(repeats.size()).toBe(500_000)
    expect((process.memoryUsage().arrayBuffers - before) / 500_000).toBeLessThan(40)
  })
})
