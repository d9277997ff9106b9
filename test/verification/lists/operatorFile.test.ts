// An operator's file that changes, breaks or disappears.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createOperatorFile } from '../../../src/features/verification/lists/operator/operatorFile.js'

let directory: string
let path: string
let logged: object[]
let said: string[]
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mailproof-'))
  path = join(directory, 'deny.txt')
  logged = []
  said = []
})
afterEach(() => rmSync(directory, { recursive: true }))

const log = {
  info() {},
  warn(fields: object, message: string) {
    logged.push(fields)
    said.push(message)
  },
  error() {},
}
const open = () => createOperatorFile({ setting: 'LISTS_DENY_FILE', path, log })
/** As editors and ConfigMaps do. */
function replace(text: string): void {
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

test('a file is read when it changes, and only then', async () => {
  writeFileSync(path, 'a.example')
  const file = open()
  expect([await file.refresh(), await file.refresh()]).toEqual([true, false])
  replace('a.example\nb.example')
  expect([await file.refresh(), file.entries().length]).toEqual([true, 2])
})

test('a mistake is logged once, with its place, and the entries from before stay until it is corrected', async () => {
  writeFileSync(path, 'a.example')
  const file = open()
  await file.refresh()
  replace('a.example\n  b..example')
  expect([await file.refresh(), await file.refresh()]).toEqual([false, false])
  expect(file.problem()).toBe(
    `LISTS_DENY_FILE: ${path}:2:3: The domain starts or ends with a dot, or has two dots in a row.`,
  )
  expect(logged.length).toBe(1)
  expect(file.entries().map(({ name }) => name)).toEqual(['a.example'])
  replace('b.example')
  expect([await file.refresh(), file.problem()]).toEqual([true, undefined])
  expect(file.entries().map(({ name }) => name)).toEqual(['b.example'])
})

test('a file that disappears leaves its entries', async () => {
  writeFileSync(path, 'a.example')
  const file = open()
  await file.refresh()
  rmSync(path)
  expect([await file.refresh(), file.entries().length]).toEqual([false, 1])
  expect(file.problem()).toBe(`LISTS_DENY_FILE: ${path} cannot be read (ENOENT)`)
  writeFileSync(path, '')
  expect([await file.refresh(), file.entries().length, file.problem()]).toEqual([true, 0, undefined])
})

test('a file that appears after the start, with a mistake, has its other lines', async () => {
  const file = open()
  expect([await file.refresh(), said]).toEqual([false, ["an operator's list cannot be read; it has no entries"]])
  writeFileSync(path, 'a.example\nb..example')
  expect([await file.refresh(), file.entries().map(({ name }) => name)]).toEqual([true, ['a.example']])
  expect(file.problem()).toContain('deny.txt:2:1')
})

test('a file that could not be read for a moment has no problem afterwards', async () => {
  const folder = join(directory, 'lists')
  mkdirSync(folder)
  path = join(folder, 'deny.txt')
  writeFileSync(path, 'a.example')
  const file = open()
  await file.refresh()
  // Unlike the file's own move, this leaves its times.
  renameSync(folder, `${folder}.away`)
  await file.refresh()
  expect(file.problem()).toBeDefined()
  renameSync(`${folder}.away`, folder)
  await file.refresh()
  expect([file.problem(), file.entries().length]).toEqual([undefined, 1])
})

test.each([
  ['at a start that the other lines apply', [], 'the lines without a mistake apply'],
  ['later that the entries from before do', ['a.example'], 'the entries from before stay in use'],
])('the log says of a mistake %s', async (_, before, used) => {
  const file = open()
  for (const text of [...before, 'b..example']) {
    replace(text)
    await file.refresh()
  }
  expect(said).toEqual([`an operator's list cannot be read; ${used}`])
})

test('without a file there are no entries', async () => {
  const file = createOperatorFile({ setting: 'LISTS_DENY_FILE', path: undefined, log })
  expect([await file.refresh(), file.entries(), file.problem()]).toEqual([false, [], undefined])
})
