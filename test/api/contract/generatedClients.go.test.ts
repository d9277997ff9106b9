import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { describeUnless } from '../../support/describeUnless.js'
import { BATCH, DAY, openWorkday, type Workday } from './clients/workday.js'

/** The folder of the generators that `clients/go/go.mod` names; `.ci/run` installs them. */
const { CLIENTS_GO: tools = '' } = process.env

describeUnless(tools ? undefined : 'CLIENTS_GO is not set', 'clients generated for Go', () => {
  let day: Workday
  beforeAll(async () => {
    day = await openWorkday('go')
    await day.run('mkdir', ['mailproof'])
    const options = ['-generate', 'types,client', '-package', 'mailproof', '-o', 'mailproof/client.go']
    await day.run(join(tools, 'oapi-codegen'), [...options, 'openapi.json'])
    await day.run(join(tools, 'genqlient'), [])
    await day.run('go', ['vet', './...'])
    await day.run('go', ['build', '-o', 'bin/', '.', './batch'])
  })
  afterAll(() => day.close())

  const use = async (program: string): Promise<unknown> =>
    JSON.parse(await day.run(join(day.directory, 'bin', program), []))

  test('by oapi-codegen pass go vet and do a day of work', async () => expect(await use('day')).toEqual(DAY))

  test('by genqlient pass go vet, verify, follow a batch and read errors', async () => {
    expect(await use('batch')).toEqual(BATCH)
  })
})
