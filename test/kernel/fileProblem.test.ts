import { expect, test } from '@jest/globals'
import { fileAdvice, fileErrorText, TOO_FEW_FILES } from '../../src/kernel/fileProblem.js'

test.each([
  ['No space left on device', 'the disk is full: make room'],
  // A write of LMDB that the disk has no room for.
  ['Input/output error', 'the disk is full or failed: make room or check it'],
])('what LMDB says of a disk is said in words: %s', (said, words) => {
  for (const error of [new Error(said), new Error('commit failed', { cause: new Error(said) })])
    expect(fileErrorText(error)).toBe(`${words} (${error.message})`)
})

test('another path is advised only where it helps', () => {
  expect(fileAdvice('ENOSPC', 'use another')).toBe('the disk is full: make room, or use another')
  expect(fileAdvice('EROFS', 'use another')).toBe('it is on a read-only file system: use another')
  expect(fileAdvice('EMFILE', 'use another')).toBe(TOO_FEW_FILES)
})

test('an error that is not of the file system stays as it is', () => {
  expect(fileErrorText(new TypeError('undefined is not a function'))).toBeUndefined()
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
  expect(fileErrorText(refused)).toBeUndefined()
})
