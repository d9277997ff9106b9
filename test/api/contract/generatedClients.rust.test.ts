// The client that progenitor generates for Rust passes clippy, and does a day of work.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeUnless } from '../../support/describeUnless.js'
import { DAY, openWorkday, type Workday } from './clients/workday.js'

/** A folder with `bin/cargo-progenitor`, and a `target` in which the dependencies are built; `.ci/run` makes one. */
const { CLIENTS_RUST: tools = '' } = process.env

/** What progenitor does not read: forms, and reports that are a failure and more. */
const UNREAD = ['/v1/bulk/upload', '/v1/health', '/health/live', '/health/ready']

describeUnless(tools ? undefined : 'CLIENTS_RUST is not set', 'clients generated for Rust', () => {
  let day: Workday
  beforeAll(async () => {
    day = await openWorkday('rust')
  })
  afterAll(() => day.close())

  test('by progenitor pass clippy and do a day of work', async () => {
    const path = join(day.directory, 'openapi.json')
    const description = JSON.parse(await readFile(path, 'utf8'))
    for (const unread of UNREAD) delete description.paths[unread]
    await writeFile(path, JSON.stringify(description))
    const environment = { PATH: `${join(tools, 'bin')}:${process.env.PATH}`, CARGO_TARGET_DIR: join(tools, 'target') }
    const cargo = (...args: string[]) => day.run('cargo', args, environment)
    await cargo('progenitor', ...'-i openapi.json -o mailproof -n mailproof -v 1.0.0 --include-client false'.split(' '))
    await cargo('clippy', '--quiet', '--locked', '--workspace', '--', '--deny', 'warnings')
    expect(JSON.parse(await cargo('run', '--quiet', '--locked'))).toEqual(DAY)
  })
})
