// The progress bar on terminals of any width.
import { EventEmitter } from 'node:events'
import { describe, expect, test } from '@jest/globals'
import { createBulkProgress } from '../../src/cli/bulk/progress.js'
import { layOut } from '../../src/cli/progress/bar.js'
import type { PhaseState } from '../../src/cli/progress/phase.js'
import { createThroughputMeter } from '../../src/cli/progress/throughputMeter.js'
import { count } from '../../src/cli/progress/words.js'
import { eventually } from '../../testbed/eventually.js'
import fc from '../../testbed/fastCheck.js'

const meter = { record() {}, perSecond: () => 8_000, millisecondsLeft: () => 44_000 }
const verifying = (changes: Partial<PhaseState> = {}): PhaseState => ({
  words: { doing: 'verifying', amount: count, noun: 'row' },
  total: 400_000,
  meter,
  done: 47_000,
  note: undefined,
  ...changes,
})

describe('the progress bar', () => {
  test.each([
    [200, '███░░░░░░░░░░░░░░░░░░░░░░░░░░░ 11 %  verifying 47,000 of 400,000 rows, 8,000 rows/s, 44 s left'],
    [80, '█░░░░░░░░░░░░░░ 11 %  verifying 47,000 of 400,000 rows, 8,000 rows/s, 44 s left'],
    [70, '██░░░░░░░░░░░░░░░░░ 11 %  verifying 47,000 of 400,000 rows, 44 s left'],
    [60, '██░░░░░░░░░░░░░░░░░░ 11 %  verifying 47,000 of 400,000 rows'],
    [40, '11 %  verifying 47,000 of 400,000 rows'],
    [35, '11 %  47,000 of 400,000 rows'],
    [20, '11 %'],
  ])('at %d columns leaves out details rather than cut them', (columns, line) => {
    expect(layOut(verifying(), columns)).toBe(line)
  })

  test('says why there is no progress, in place of it', () => {
    const note = 'Cannot reach http://localhost:8080: connection refused; retrying in 2 s'
    expect(layOut(verifying({ note }), 100)).toBe(`11 %  ${note}`)
    expect(layOut(verifying({ note }), 40)).toBe('Cannot reach http://localhost:8080: co…')
  })

  test('is complete only when everything is done', () => {
    expect(layOut(verifying({ done: 399_999 }), 120)).toContain(' 99 %')
    expect(layOut(verifying({ done: 400_000 }), 120)).toMatch(/^█{30} 100 %/)
  })

  test('counts one row as one row', () => {
    expect(layOut(verifying({ total: 1, done: 0, meter: { ...meter, perSecond: () => 1 } }), 120)).toContain(
      'verifying 0 of 1 row, 1 row/s',
    )
  })

  test('shows the share alone of what has no amount', () => {
    const words = { doing: 'replaying the log' }
    expect(layOut(verifying({ words, total: 100, done: 50 }), 60)).toMatch(
      /^█+░+ 50 % {2}replaying the log, 44 s left$/,
    )
    expect(layOut(verifying({ words, total: 100, done: 50 }), 10)).toBe('50 %')
  })

  test('is shorter than the terminal is wide, whatever it shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 200 }),
        fc.nat(100_000_000),
        fc.nat(100_000_000),
        fc.option(fc.string({ maxLength: 200 }), { nil: undefined }),
        (columns, done, total, note) => {
          expect(layOut(verifying({ done, total, note }), columns).length).toBeLessThan(columns)
        },
      ),
    )
  })
})

/** A terminal that rewraps its lines when its width changes, as most do; it supports only what a bar writes. */
function createTerminal(initialColumns: number) {
  let lines = ['before', '']
  let row = 1
  let column = 0
  let saved: readonly [number, number] = [1, 0]
  const write = (text: string): boolean => {
    for (const [token] of text.matchAll(/\x1b\[[?\d;]*[A-Za-z]|\x1b[78]|[\s\S]/gu)) {
      const amount = Number(/\d+/.exec(token)?.[0] ?? 1)
      if (token === '\x1b7') saved = [row, column]
      else if (token === '\x1b8') [row, column] = saved
      else if (token.endsWith('A') && token.length > 1) row -= amount
      else if (token.endsWith('G') && token.length > 1) column = amount - 1
      else if (token === '\x1b[0J' || token === '\x1b[J') lines = [...lines.slice(0, row), lines[row]!.slice(0, column)]
      else if (token === '\x1b[0K' || token === '\x1b[K') lines[row] = lines[row]!.slice(0, column)
      else if (token === '\x1b[2K') lines[row] = ''
      else if (token === '\n') {
        row++
        column = 0
        lines[row] ??= ''
      } else if (!token.startsWith('\x1b')) {
        lines[row] = lines[row]!.slice(0, column).padEnd(column) + token + lines[row]!.slice(column + 1)
        column++
      }
    }
    return true
  }
  const stream = Object.assign(new EventEmitter(), { isTTY: true, columns: initialColumns, write })
  return {
    stream: stream as unknown as NodeJS.WriteStream,
    lines: () => lines.map((line) => line.trimEnd()),
    resize(columns: number) {
      lines = lines.flatMap((line) => line.match(new RegExp(`.{1,${columns}}`, 'gu')) ?? [''])
      row = lines.length - 1
      column = lines[row]!.length
      stream.columns = columns
      stream.emit('resize')
    },
  }
}

test('after a resize there is one bar, and nothing of it remains at the end', async () => {
  const terminal = createTerminal(120)
  const progress = createBulkProgress({ stream: terminal.stream, now: () => performance.now() })
  progress.begin('verify', 20_000)
  progress.at(5_000)
  await eventually(terminal.lines, (lines) => lines.some((line) => line.includes('verifying 5,000')))
  expect(terminal.lines()).toEqual(['before', expect.stringMatching(/^█+░+ 25 % {2}verifying 5,000 of 20,000 rows/)])
  terminal.resize(30)
  expect(terminal.lines()).toEqual(['before', '25 %  5,000 of 20,000 rows'])
  terminal.resize(120)
  progress.note('Cannot reach the service')
  await eventually(terminal.lines, (lines) => lines.some((line) => line.includes('Cannot reach the service')))
  expect(terminal.lines()).toEqual(['before', '25 %  Cannot reach the service'])
  progress.end()
  expect(terminal.lines()).toEqual(['before', ''])
})

test('a rate is measured over the last 15 seconds, and costs little, however often progress is reported', () => {
  let time = 0
  const meter = createThroughputMeter(() => time)
  const begin = performance.now()
  for (let done = 0; done <= 400_000; done++) {
    time = done / 20
    meter.record(done)
  }
  expect(meter.perSecond()).toBeCloseTo(20_000)
  expect(performance.now() - begin).toBeLessThan(2_000)
})
