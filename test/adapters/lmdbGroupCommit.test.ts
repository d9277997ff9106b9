// Concurrent LMDB writes share a transaction: all writes of a group succeed, or all fail.
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { Database, RootDatabase } from 'lmdb'
import { openDatabase } from '../../src/adapters/lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { createGroupCommit } from '../../src/adapters/lmdb/groupCommit.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let directory: ReturnType<typeof tempDirectory>
let environment: RootDatabase
let table: Database<Uint8Array, Uint8Array>
beforeEach(() => {
  directory = tempDirectory()
  environment = openEnvironment(join(directory.path, 'table.mdb'))
  table = openDatabase(environment, 'table')
})
afterEach(async () => {
  await closeEnvironment(environment)
  directory.remove()
})

const groups: string[][] = []
function commits(committed?: () => void, timeoutMs = 4_000) {
  groups.length = 0
  return createGroupCommit<string, string>({
    environment,
    write(items) {
      groups.push([...items])
      return items.map((item) => {
        table.putSync(Buffer.from(item), Buffer.from(item))
        if (item === 'bad') throw new Error('bad item')
        return `wrote ${item}`
      })
    },
    ...(committed && { committed }),
    sizeOf: (item) => item.length,
    maxSize: 10,
    timeoutMs,
  })
}
const has = (item: string) => {
  environment.resetReadTxn()
  return table.getBinary(Buffer.from(item)) !== undefined
}

test('queued items share a transaction, and each gets its own result', async () => {
  const { submit } = commits()
  expect(await Promise.all(['a', 'b', 'c'].map(submit))).toEqual(['wrote a', 'wrote b', 'wrote c'])
  expect(groups).toEqual([['a', 'b', 'c']])
})

test('a group never exceeds its limit, and is never empty', async () => {
  const { submit } = commits()
  await Promise.all(['12345', '1234', '123', 'x'.repeat(50), 'y', 'z'].map(submit))
  expect(groups).toEqual([['12345', '1234'], ['123'], ['x'.repeat(50)], ['y', 'z']])
})

test('a group in which one append throws writes nothing, and the next group succeeds', async () => {
  const { submit } = commits()
  const outcomes = await Promise.allSettled(['a', 'bad', 'c'].map(submit))
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'StoreUnavailable', cause: { message: 'bad item' } },
    })
  }
  expect(['a', 'bad', 'c'].some(has)).toBe(false)
  expect(await submit('d')).toBe('wrote d')
  expect(has('d')).toBe(true)
})

test('commit listeners are called before appends resolve', async () => {
  const heard: string[] = []
  const { submit } = commits(() => heard.push('committed'))
  await submit('a').then(() => heard.push('resolved'))
  expect(heard).toEqual(['committed', 'resolved'])
})

test('a process that stood still for longer than the timeout does not blame the store', async () => {
  const { submit } = commits(undefined, 50)
  const writing = submit('a')
  for (const end = performance.now() + 1_200; performance.now() < end; );
  expect(await writing).toBe('wrote a')
})

test('a probe succeeds, fails after a failed commit, and succeeds again after a commit', async () => {
  const { submit, probe } = commits()
  await expect(probe()).resolves.toBeUndefined()
  await expect(submit('bad')).rejects.toThrow(StoreUnavailable)
  await expect(probe()).rejects.toThrow(StoreUnavailable)
  await submit('a')
  await expect(probe()).resolves.toBeUndefined()
})

test('an environment that is closed meanwhile rejects all waiting appends', async () => {
  const { submit } = commits()
  await submit('a')
  await closeEnvironment(environment)
  for (const outcome of await Promise.allSettled(['b', 'x'.repeat(20), 'c'].map(submit))) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
  }
})

test('after close, appends are rejected, and accepted ones are settled', async () => {
  const { submit, probe, end } = commits()
  const taken = submit('a')
  await end()
  expect(await taken).toBe('wrote a')
  await expect(submit('b')).rejects.toThrow(StoreUnavailable)
  await expect(probe()).rejects.toThrow(StoreUnavailable)
})

test("a second handle in this process shares the first one's environment: it never waits for a transaction of its own thread", async () => {
  const path = join(directory.path, 'table.mdb')
  const writing = commits().submit('a')
  // While the transaction waits for this thread: with a separate environment, the next line would never return.
  const again = openEnvironment(path)
  openDatabase(again, 'another')
  await writing
  expect(again).toBe(environment)
  await closeEnvironment(again)
  expect(await commits().submit('b')).toBe('wrote b')
})
