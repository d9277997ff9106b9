// The jobs that delete the data of erased accounts.
import { afterAll, expect, test } from '@jest/globals'
import type { Jobs } from '../../src/kernel/ports/jobs.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, newInstallation, within } from '../backup/installation.js'

const scratch = tempDirectory()
afterAll(() => scratch.remove())

const noJobs: Jobs = { enqueue: async () => {} }
const run = { signal: new AbortController().signal }

test('a job of an account whose erasure the log has lost ends, and leaves the account whole', async () => {
  const config = await newInstallation(scratch.path, 10)
  const [id] = await addAccounts(config, 1)
  await within(config, async ({ accounts, erasing }) => {
    expect(await erasing.forgetAccount(noJobs)(id!, run)).toBeUndefined()
    expect(await accounts.showAccount(id!, new Date().toISOString())).toMatchObject({ email: 'ada@example.org' })
  })
})

test('a job of an erased account is repeated while work may still write its data', async () => {
  const config = await newInstallation(`${scratch.path}/erased`, 10)
  const [id] = await addAccounts(config, 1)
  await within(config, async ({ erasing }) => {
    await erasing.erase(id!, { id: 'operator', correlationId: 'c', commandId: 'e' })
    expect(await erasing.forgetAccount(noJobs)(id!, run)).toEqual({ again: expect.any(Number) })
  })
})
