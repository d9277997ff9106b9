import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeUnless } from '../../support/describeUnless.js'
import { BATCH, DAY, openWorkday, type Workday } from './clients/workday.js'

/** The Python of an environment with `clients/python/requirements.txt`; `.ci/run` makes one. */
const { CLIENTS_PYTHON: python = '' } = process.env

describeUnless(python ? undefined : 'CLIENTS_PYTHON is not set', 'clients generated for Python', () => {
  let day: Workday
  beforeAll(async () => {
    day = await openWorkday('python')
  })
  afterAll(() => day.close())

  const tool = (name: string, ...args: string[]) =>
    day.run(join(dirname(python), name), args, { PATH: `${dirname(python)}:${process.env.PATH}` })

  test('by openapi-python-client pass mypy --strict and do a day of work', async () => {
    const generated = await tool(
      'openapi-python-client',
      ...'generate --path openapi.json --config config.yml'.split(' '),
    )
    expect(generated).not.toMatch(/WARNING|ERROR/)
    expect(await tool('mypy', '--strict', 'mailproof-client/mailproof_client', 'day.py')).toMatch(/^Success/)
    expect(JSON.parse(await day.run(python, ['day.py'], { PYTHONPATH: 'mailproof-client' }))).toEqual(DAY)
  })

  test('by ariadne-codegen pass mypy --strict, verify, follow a batch and read errors', async () => {
    await tool('ariadne-codegen')
    expect(await tool('mypy', '--strict', '--follow-imports=silent', 'batch.py')).toMatch(/^Success/)
    expect(JSON.parse(await day.run(python, ['batch.py']))).toEqual(BATCH)
  })
})
