// The file of an export: whole, or as it was.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { ExportError, writeFileWhole } from '../../src/cli/export/outputFile.js'
import { endOf, startOf } from '../../src/cli/parseTimestamp.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const directory = tempDirectory()
const path = join(directory.path, 'rows.csv')
beforeEach(() => writeFileSync(path, 'before'))
afterAll(() => directory.remove())

const never = new AbortController().signal
const content = () => readFileSync(path, 'utf8')

async function* pieces(after: () => void = () => {}): AsyncGenerator<string | Buffer> {
  yield 'one\n'
  await new Promise((resolve) => setImmediate(resolve))
  expect(content()).toBe('before')
  after()
  yield Buffer.from('two\n')
}

describe('a file', () => {
  test('has its old content until it is whole', async () => {
    expect(await writeFileWhole(path, pieces(), never)).toBe(8)
    expect(content()).toBe('one\ntwo\n')
  })

  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code, syscall: 'write' })
  }
  test.each([
    ['the disk is full', failing('ENOSPC'), ExportError, /^Cannot write to .*rows\.csv: the disk is full\.$/],
    [
      'rows cannot be read',
      () => {
        throw new RangeError('no rows')
      },
      RangeError,
      /^no rows$/,
    ],
  ])('is as it was if %s', async (_, fail, kind, message) => {
    const written = writeFileWhole(path, pieces(fail), never)
    await expect(written).rejects.toThrow(kind)
    await expect(written).rejects.toThrow(message)
    expect(content()).toBe('before')
    expect(readdirSync(directory.path)).toEqual(['rows.csv'])
  })

  test('is as it was after an interruption', async () => {
    const stopping = new AbortController()
    const written = writeFileWhole(
      path,
      pieces(() => stopping.abort()),
      stopping.signal,
    )
    await expect(written).rejects.toThrow(/^Interrupted: .*rows\.csv is as it was\.$/)
    expect(content()).toBe('before')
    expect(readdirSync(directory.path)).toEqual(['rows.csv'])
  })

  test('is no directory, and not below a file', async () => {
    mkdirSync(join(directory.path, 'folder'))
    await expect(writeFileWhole(join(directory.path, 'folder'), pieces(), never)).rejects.toThrow('not a regular file')
    await expect(writeFileWhole(join(path, 'rows'), pieces(), never)).rejects.toThrow(
      'it, or a parent of it, is not a directory',
    )
  })
})

test('a date is its start as the start of a period, and the start of the next day as its end', () => {
  expect(startOf('2026-02-28')).toBe(Date.UTC(2026, 1, 28))
  expect(endOf('2026-02-28')).toBe(Date.UTC(2026, 2, 1))
  for (const parse of [startOf, endOf]) {
    expect(parse('2026-02-28T10:00:00+01:00')).toBe(Date.UTC(2026, 1, 28, 9))
    expect(() => parse('2026-02-29')).toThrow('Must be a time such as')
  }
})
