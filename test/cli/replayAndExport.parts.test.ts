// Parts of `replay` and `export`: times on the command line, and output to pipes.
import { Writable } from 'node:stream'
import { describe, expect, jest, test } from '@jest/globals'
import { parseTimestamp } from '../../src/cli/parseTimestamp.js'
import { runProgram } from '../../src/cli/program.js'
import { writeTexts } from '../../src/cli/writeTexts.js'

describe('a time on the command line', () => {
  const now = Date.UTC(2026, 10, 21, 9, 30)

  test.each([
    ['2026-11-20T09:30:00Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30Z', '2026-11-20T09:30:00.000Z'],
    ['2026-11-20T09:30:00.123+02:00', '2026-11-20T07:30:00.123Z'],
    ['2026-11-20T09:30:00.123456Z', '2026-11-20T09:30:00.123Z'],
    ['2026-11-20T09:30+02:00', '2026-11-20T07:30:00.000Z'],
    ['2026-11-20', '2026-11-20T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T23:59:59.999Z'],
    ['2026-11-21', '2026-11-21T09:30:00.000Z'],
    ['2026-11-22', '2026-11-22T23:59:59.999Z'],
  ])('%s is %s', (text, at) => expect(new Date(parseTimestamp(text, now)).toISOString()).toBe(at))

  test.each([
    '',
    'today',
    '2026',
    '2026-13-01',
    '2026-02-29',
    '2026-02-30T00:00:00Z',
    '2026-11-20T09:30:00',
    '0',
    '2026-11-20T25:00Z',
  ])('is not %p', (text) =>
    expect(() => parseTimestamp(text, now)).toThrow('Must be a time such as 2026-11-21T09:30:00Z or a UTC date'),
  )
})

describe('writing', () => {
  /** A stream that accepts one text per call of `take`. */
  function slow() {
    const taken: string[] = []
    let take = () => {}
    const out = new Writable({
      highWaterMark: 1,
      write(text, _encoding, done) {
        take = () => {
          if (text.length > 0) taken.push(String(text))
          done()
        }
      },
    })
    return { out, taken, take: () => take() }
  }
  let made = 0
  async function* texts(count: number) {
    made = 0
    while (made < count) yield `${++made}`
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  test('waits for a slow reader', async () => {
    const { out, taken, take } = slow()
    const written = writeTexts(texts(3), out)
    for (const count of [1, 2, 3]) {
      await settle()
      expect(made).toBe(count)
      take()
    }
    await settle()
    take()
    await written
    expect(taken).toEqual(['1', '2', '3'])
    expect(out.listenerCount('drain')).toBe(0)
  })

  test.each([
    ['while it is written', (out: Writable) => out.destroy(Object.assign(new Error('broken'), { code: 'EPIPE' }))],
    ['without a word', (out: Writable) => out.destroy()],
  ])('ends quietly, and stops reading, when a pipe breaks %s', async (_, breakIt) => {
    const { out, take } = slow()
    const written = writeTexts(texts(1_000), out)
    await settle()
    take()
    await settle()
    breakIt(out)
    await written
    expect(made).toBeLessThan(4)
  })

  test('fails on any other error', async () => {
    const { out } = slow()
    const written = writeTexts(texts(1_000), out)
    await settle()
    out.destroy(Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    await expect(written).rejects.toThrow('no space')
  })
})

describe('bad usage', () => {
  test.each([
    [['replay']],
    [['replay', '--to', 'yesterday']],
    [['replay', '--to', '2026-11-21', '--period', 'yearly']],
    [['replay', '--to', '2026-11-21', '--limit', '0']],
    [['replay', '--to', '2026-11-21', '--limit', '101']],
    [['replay', '--to', '2026-11-21', '--limit', '1e1']],
    [['export', '--from', '7']],
    [['export', '--from', 'x'.repeat(32)]],
    [['export', '--to', 'soon']],
    [['export', 'everything']],
    [['export', 'verifications', '--format', 'xlsx']],
    [['export', 'verifications', '--from', '2026-02-30']],
    [['export', 'verifications', '--after', '0'.repeat(32)]],
    [['export', 'contributions', '--after', '0'.repeat(16)]],
  ])('prints an error and exits with 2: %p', async (words) => {
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      expect(await runProgram(words)).toBe(2)
      expect(String(stderr.mock.calls[0]![0])).toMatch(/^error: /)
    } finally {
      stderr.mockRestore()
    }
  })

  test.each([
    [['--from', '2026-02-03', '--to', '2026-02-01'], '--from must be before --to.'],
    [['--from', '2999-01-01'], '--from must not be in the future.'],
    [['--json'], '--json needs --output: standard output is the export itself.'],
  ])('export verifications %p is explained', async (words, reason) => {
    const stderr = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      expect(await runProgram(['export', 'verifications', ...words])).toBe(2)
      expect(String(stderr.mock.calls[0]![0])).toContain(reason)
    } finally {
      stderr.mockRestore()
    }
  })
})
