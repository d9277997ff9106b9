// Blobs on disk: the contract, and files of dead or foreign writers.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createDiskBlobStore } from '../../src/adapters/blobs/disk.js'
import { inspectBlobs } from '../../src/adapters/blobs/inspect.js'
import { DataDirectoryError } from '../../src/adapters/dataDirectory/error.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { systemClock } from '../../src/kernel/clock.js'
import { BlobMissing } from '../../src/kernel/ports/blobStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { Vault } from '../../src/kernel/ports/vault.js'
import { eventually } from '../../testbed/eventually.js'
import { openFilesIn } from '../../testbed/openFiles.js'
import { compiled } from '../../testbed/service/compiled.js'
import { bytes, endingWith, inPieces, wholeOf } from '../../testbed/stores/content.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { blobStoreContract } from './blobStoreContract.js'

blobStoreContract('disk', async () => {
  const directory = tempDirectory()
  const path = join(directory.path, 'blobs')
  const vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey: randomBytes(32) })
  let now = Date.UTC(2026, 10, 21)
  const open = () => createDiskBlobStore({ path, vault, clock: { now: () => now } })
  const file = (name: string) => join(path, `${name}.blob`)
  return {
    blobs: open(),
    vault,
    setTime: (milliseconds) => {
      now = milliseconds
    },
    second: async () => open(),
    things: async () => readdirSync(path).length,
    stored: async (name) => readFileSync(file(name)),
    store: async (name, stored) => writeFileSync(file(name), stored),
    dispose: async () => {
      await vault.close()
      directory.remove()
    },
  }
})

describe('blobs on disk', () => {
  let directory: ReturnType<typeof tempDirectory>
  let path: string
  let rootKey: Buffer
  let vault: Vault
  beforeEach(() => {
    directory = tempDirectory()
    path = join(directory.path, 'a', 'blobs')
    rootKey = randomBytes(32)
    vault = createLmdbVault({ path: join(directory.path, 'vault.mdb'), rootKey })
  })
  afterEach(async () => {
    await vault.close()
    directory.remove()
  })
  const open = () => createDiskBlobStore({ path, vault, clock: systemClock })

  test('are readable by this user only', async () => {
    await open().write('blob', 'ada', inPieces(bytes(10), 10))
    expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(readdirSync(path)).toEqual(['blob.blob'])
    expect(statSync(join(path, 'blob.blob')).mode & 0o777).toBe(0o600)
  })

  test('survive a writer that is killed, whose temporary files are deleted when the store is opened', async () => {
    await open().write('blob', 'ada', inPieces(bytes(100), 100))
    const args = [compiled('test/reliability/blobWriter.ts'), path, `${vaultPath()}`, rootKey.toString('hex')]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const leftovers = () => readdirSync(path).filter((file) => file.endsWith('.tmp'))
    await eventually(
      () => leftovers().map((file) => statSync(join(path, file)).size),
      ([size = 0]) => size > 1_000_000,
    )
    expect(await wholeOf(open().read('blob'))).toEqual(bytes(100))
    expect(leftovers()).toHaveLength(1)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const blobs = open()
    expect(leftovers()).toEqual([])
    expect(await wholeOf(blobs.read('blob'))).toEqual(bytes(100))
    await expect(wholeOf(blobs.read('new'))).rejects.toThrow(BlobMissing)
  })

  test('can be written while another process opens the store', async () => {
    const blobs = open()
    async function* content() {
      yield bytes(300_000)
      expect(readdirSync(path).filter((file) => file.endsWith('.tmp'))).toHaveLength(1)
      open()
      yield bytes(300_000)
    }
    expect(await blobs.write('blob', 'ada', content())).toBe(600_000)
    expect(await wholeOf(blobs.read('blob'))).toHaveLength(600_000)
  })

  test('are deleted without touching foreign files', async () => {
    const blobs = open()
    mkdirSync(join(path, 'lost+found'))
    writeFileSync(join(path, 'README'), 'x')
    writeFileSync(join(path, 'a b.blob'), 'x')
    open()
    await blobs.write('blob', 'ada', inPieces(bytes(1), 1))
    const names = []
    for await (const { name } of blobs.all()) names.push(name)
    expect(names).toEqual(['blob'])
    expect(readdirSync(path).sort()).toEqual(['README', 'a b.blob', 'blob.blob', 'lost+found'])
  })

  test('are inspected with a pause after each', async () => {
    const blobs = open()
    for (const name of ['a', 'b', 'c']) await blobs.write(name, 'ada', inPieces(bytes(10), 10))
    let pauses = 0
    const pause = async () => pauses++
    for await (const { problem } of inspectBlobs(path, blobs, new AbortController().signal, pause))
      throw new Error(problem)
    expect(pauses).toBe(3)
  })

  test('are read as they were when the reader opened them', async () => {
    const blobs = open()
    await blobs.write('blob', 'ada', inPieces(bytes(1_000_000), 65_536))
    const reading = blobs.read('blob')[Symbol.asyncIterator]()
    const first = (await reading.next()).value as Buffer
    await blobs.write('blob', 'ada', inPieces(bytes(5), 5))
    await blobs.delete('blob')
    const rest = await wholeOf({ [Symbol.asyncIterator]: () => reading })
    expect(Buffer.concat([first, rest]).equals(bytes(1_000_000))).toBe(true)
  })

  test('leave no file open, however reading and writing end', async () => {
    const blobs = open()
    await blobs.write('blob', 'ada', inPieces(bytes(1_000_000), 65_536))
    for await (const _ of blobs.read('blob')) break
    await expect(blobs.write('cut', 'ada', endingWith(new Error('cut'), inPieces(bytes(9), 9)))).rejects.toThrow('cut')
    writeFileSync(join(path, 'blob.blob'), 'nonsense')
    await expect(wholeOf(blobs.read('blob'))).rejects.toThrow('truncated or changed')
    for await (const _ of blobs.all()) break
    expect(openFilesIn(path)).toEqual([])
  })

  test('report a missing directory as a store that is down, not as a missing blob', async () => {
    const blobs = open()
    await blobs.write('blob', 'ada', inPieces(bytes(1), 1))
    rmSync(path, { recursive: true })
    for (const attempt of [
      () => blobs.write('blob', 'ada', inPieces(bytes(1), 1)),
      () => wholeOf(blobs.read('blob')),
      () => blobs.delete('blob'),
      () => blobs.all()[Symbol.asyncIterator]().next(),
      () => blobs.ready(),
    ]) {
      await expect(attempt()).rejects.toThrow(StoreUnavailable)
    }
  })

  test('report a vault that is down as a store that is down, and leave nothing behind', async () => {
    const blobs = open()
    await blobs.write('blob', 'ada', inPieces(bytes(1), 1))
    await vault.close()
    await expect(blobs.write('other', 'ada', inPieces(bytes(1), 1))).rejects.toThrow(StoreUnavailable)
    await expect(wholeOf(blobs.read('blob'))).rejects.toThrow(StoreUnavailable)
    expect(readdirSync(path)).toEqual(['blob.blob'])
  })

  test('report a path that cannot be a directory immediately, with what to do', () => {
    writeFileSync(join(directory.path, 'a'), '')
    expect(open).toThrow(DataDirectoryError)
    expect(open).toThrow(path)
  })

  const vaultPath = () => join(directory.path, 'vault.mdb')
})
