// The service's log lines.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { createPinoLog } from '../../src/adapters/log/pino.js'
import { eventually } from '../../testbed/eventually.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const directory = tempDirectory()
afterAll(() => directory.remove())

let files = 0
/** The lines written by a log of this level, once there are `count`. */
async function written(level: string, count: number, write: (log: ReturnType<typeof createPinoLog>) => void) {
  const path = join(directory.path, `${files++}.log`)
  write(createPinoLog(level, path))
  const text = await eventually(
    // The file is created with the first line.
    () => (existsSync(path) ? readFileSync(path, 'utf8') : ''),
    (text) => text.split('\n').length > count,
  )
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('a line is one JSON object: time, level, message and fields', async () => {
  const [line, ...others] = await written('info', 1, (log) => log.warn({ operation: 'verifyEmail' }, 'something'))
  expect(others).toEqual([])
  expect(line).toEqual({ level: 'warn', time: expect.any(String), operation: 'verifyEmail', msg: 'something' })
  expect(Math.abs(Date.parse(line.time) - Date.now())).toBeLessThan(60_000)
})

test('messages below the level are not written', async () => {
  const lines = await written('warn', 2, (log) => {
    log.info({}, 'nothing')
    log.warn({}, 'first')
    log.error({}, 'second')
  })
  expect(lines.map(({ msg }) => msg)).toEqual(['first', 'second'])
})

test('an error is logged with name, message, stack, code and cause, and nothing that a library attached', async () => {
  const canary = 'canary@of.the.mine'
  const cause = Object.assign(new TypeError('a cause'), { input: canary })
  const error = Object.assign(new Error('a failure', { cause }), {
    code: 'ECONNRESET',
    writeErrors: [{ op: { email: canary } }],
    details: { email: canary },
  })
  const [line, odd] = await written('info', 2, (log) => {
    log.error({ error }, 'it failed')
    log.error({ error: { email: canary } }, 'it threw what is no error')
  })
  expect(line.error).toMatchObject({ type: 'Error', message: 'a failure', code: 'ECONNRESET' })
  expect(line.error.stack).toContain('log.test.ts')
  expect(line.error.cause).toMatchObject({ type: 'TypeError', message: 'a cause' })
  expect(odd.error).toEqual({ type: 'object' })
  expect(JSON.stringify([line, odd])).not.toContain(canary)
})

test('an error that is its own cause is written in one line', async () => {
  const error = new Error('round')
  error.cause = error
  expect(await written('info', 1, (log) => log.error({ error }, 'it failed'))).toHaveLength(1)
})
