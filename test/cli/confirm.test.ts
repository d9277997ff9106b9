// The question that a command asks before it does what cannot be undone.
import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { confirm } from '../../src/cli/confirm.js'

/** What a terminal sends for a key. */
const CTRL_C = '\x03'
const CTRL_D = '\x04'

test.each([
  ['y', 'y\r', true],
  ['Y', ' Y\r', true],
  ['n', 'n\r', false],
  ['Enter', '\r', false],
  ['Ctrl-C', CTRL_C, false],
  ['Ctrl-C after y', `y${CTRL_C}`, false],
  ['Ctrl-D', CTRL_D, false],
])('%s is an answer', async (_key, typed, isYes) => {
  const terminal = { isTTY: true, setRawMode: () => {} }
  const [input, output] = [Object.assign(new PassThrough(), terminal), Object.assign(new PassThrough(), terminal)]
  const confirmed = confirm('Erase it?', { input, output })
  input.write(typed)
  expect(await confirmed).toBe(isYes)
})

test('a terminal that is closed is a no', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  const confirmed = confirm('Erase it?', { input, output: new PassThrough() })
  input.end()
  expect(await confirmed).toBe(false)
})
