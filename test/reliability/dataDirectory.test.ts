// Opening, locking and checking DATA_DIR.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  type DataDirectory,
  type OpenOptions,
  openDataDirectory,
} from '../../src/adapters/dataDirectory/dataDirectory.js'
import { DataDirectoryError } from '../../src/adapters/dataDirectory/error.js'
import { openInstallation } from '../../src/adapters/dataDirectory/installation.js'
import { refuseMoved } from '../../src/adapters/dataDirectory/moved.js'
import { refuseRestoring } from '../../src/adapters/dataDirectory/restoring.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newEvents } from '../../testbed/given/events.js'
import { compiled } from '../../testbed/service/compiled.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { asAnotherUser } from '../support/asAnotherUser.js'

let temporary: ReturnType<typeof tempDirectory>
let path: string
let opened: DataDirectory[]
beforeEach(() => {
  temporary = tempDirectory()
  path = join(temporary.path, 'data')
  opened = []
})
afterEach(() => {
  for (const directory of opened) directory.release()
  temporary.remove()
})

const open = (options: Pick<OpenOptions, 'hold'> = { hold: true }, at = path) => {
  const directory = openDataDirectory(at, options)
  opened.push(directory)
  return directory
}
const inside = (name: string) => join(path, name)
const modeOf = (of: string) => statSync(of).mode & 0o777

/** Expects that opening fails with one line that names this path and matches the pattern. */
function refused(name: string, says: RegExp, at = path): void {
  let error: unknown
  try {
    open({ hold: true }, at)
  } catch (caught) {
    error = caught
  }
  expect(error).toBeInstanceOf(DataDirectoryError)
  const { message } = error as DataDirectoryError
  expect(message).toContain(join(at, name))
  expect(message).toMatch(says)
  expect(message).not.toContain('\n')
}

/** Another process that tries to lock the directory, and its output. */
async function start(as: { readonly uid?: number; readonly gid?: number } = {}) {
  const args = [compiled('test/reliability/dataDirectoryHolder.ts'), path]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...as })
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return { child, line }
}

describe('a new data directory', () => {
  test('is created, with its parents, for this user only', () => {
    path = join(temporary.path, 'a', 'b', 'data')
    const { paths, secret } = open()
    expect([modeOf(path), modeOf(inside('secret.key')), modeOf(inside('format.json'))]).toEqual([0o700, 0o600, 0o600])
    expect(secret).toHaveLength(32)
    expect(JSON.parse(readFileSync(inside('format.json'), 'utf8'))).toEqual({ format: 2 })
    expect(Object.values(paths).every((each) => each.startsWith(path))).toBe(true)
    expect(readdirSync(path).sort()).toEqual(['format.json', 'secret.key', 'serve.lock'])
  })

  test('keeps its secret, which is unique', () => {
    const first = open()
    first.release()
    expect(open().secret).toEqual(first.secret)
    expect(open({ hold: true }, join(temporary.path, 'other')).secret).not.toEqual(first.secret)
  })

  test('ignores foreign files', () => {
    mkdirSync(path)
    mkdirSync(inside('lost+found'))
    expect(() => open()).not.toThrow()
  })
})

describe('a data directory that is held', () => {
  test('refuses a second holder, and names the first', async () => {
    open()
    expect((await start()).line).toMatch(
      new RegExp(
        `^DataDirectoryError: ${inside('serve.lock')} is locked by another mailproof \\(process ${process.pid}, since .*Z\\): stop it`,
      ),
    )
  })

  test('refuses a second holder in the same process', () => {
    open()
    refused('serve.lock', /is locked by another mailproof/)
  })

  test('can be shared only between shared holders', () => {
    const both = [open({ hold: 'together' }), open({ hold: 'together' })]
    refused('serve.lock', /is locked by another mailproof/)
    both[0]!.release()
    refused('serve.lock', /is locked by another mailproof/)
    both[1]!.release()
    open().release()
  })

  test('exclusively is not shared', () => {
    open()
    expect(() => open({ hold: 'together' })).toThrow(/is locked by another mailproof/)
  })

  test('is open to operator commands', async () => {
    const { secret, paths } = open()
    const beside = open({ hold: false })
    expect(beside.secret).toEqual(secret)
    const stores = [paths, beside.paths].map(({ events }) => createLmdbEventStore({ path: events, clock: systemClock }))
    await stores[1]!.append('a-1', newEvents(1), { expected: 'no_stream' })
    expect(await stores[0]!.head()).toBe(await stores[1]!.head())
    for (const store of stores) await store.close()
  })

  test('is free once its holder is killed or releases it', async () => {
    const { child, line } = await start()
    expect(line).toBe('held\n')
    refused('serve.lock', new RegExp(`process ${child.pid},`))
    child.kill('SIGKILL')
    await once(child, 'exit')
    open().release()
    expect(() => open()).not.toThrow()
  })

  test('is released if it cannot be opened', () => {
    open().release()
    writeFileSync(inside('format.json'), '{"format":3}')
    refused('format.json', /format 3/)
    writeFileSync(inside('format.json'), '{"format":1}')
    expect(() => open()).not.toThrow()
  })
})

describe('a data directory that cannot be used is refused', () => {
  test('when it is of a newer format', () => {
    open().release()
    writeFileSync(inside('format.json'), '{"format":3,"more":true}')
    refused('format.json', /has format 3, but this program reads formats up to 2: start the newer mailproof/)
  })

  test('when its format file is malformed', () => {
    open().release()
    for (const text of ['', '{', 'null', '[]', '{"format":"1"}', '{"format":0}', '{"format":1.5}', '\u0000']) {
      writeFileSync(inside('format.json'), text)
      refused('format.json', /cannot be parsed: restore it/)
    }
  })

  test('when its format file is missing beside data', () => {
    open().release()
    writeFileSync(inside('events.mdb'), '')
    rmSync(inside('format.json'))
    refused('format.json', /is missing, although there is data/)
  })

  test('when it is a file, or below one', () => {
    writeFileSync(path, '')
    refused('', /is not a directory/)
    refused('', /not a directory/, join(path, 'below'))
  })

  test('when its secret is malformed', () => {
    open().release()
    for (const text of [
      '',
      'x',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      'é'.repeat(44),
    ]) {
      writeFileSync(inside('secret.key'), text)
      refused('secret.key', /is not a secret key \(32 bytes as base64\): restore it/)
    }
  })

  test('when its secret is missing beside sealed data', () => {
    open().release()
    rmSync(inside('secret.key'))
    writeFileSync(inside('vault.mdb'), '')
    refused('secret.key', /is missing, and sealed data cannot be read without it: put it back .* accept-loss/)
  })

  test('when one of its stores is damaged', () => {
    open().release()
    for (const name of ['events.mdb', 'documents.mdb', 'vault.mdb', 'jobs.mdb']) {
      writeFileSync(inside(name), 'something else')
      const remedy = name === 'jobs.mdb' ? 'move it away; everything in it is found again' : 'restore it from a backup'
      refused(name, new RegExp(`is damaged or not a mailproof store.*: ${remedy}`))
      rmSync(inside(name))
    }
  })

  test('when this user lacks the permissions', async () => {
    mkdirSync(path)
    chmodSync(temporary.path, 0o755)
    chmodSync(path, 0o500)
    // Root may access everything, so another user tries.
    const { line } = await start(process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {})
    expect(line).toBe(
      `DataDirectoryError: ${inside('serve.lock')}: permission denied: ` +
        'change its owner or mode, or set DATA_DIR to another directory\n',
    )
  })

  describe('because this user cannot see what is in it', () => {
    const denied = (name: string, otherwise: string) =>
      `${inside(name)}: permission denied: change its owner or mode, or ${otherwise}`
    beforeEach(() => {
      open().release()
      chmodSync(path, 0o600)
    })
    // So that its owner can remove what is in it.
    afterEach(() => chmodSync(path, 0o700))

    test.each([
      ['an operator command', 'format.json', () => openDataDirectory(path, { hold: false })],
      ['a service with MongoDB', 'moved.json', () => refuseMoved(path)],
      ['any of them', 'restoring.json', () => refuseRestoring(path)],
    ])('by %s, which does not take it for empty', async (_by, name, attempt) => {
      await asAnotherUser(() => expect(attempt).toThrow(denied(name, 'set DATA_DIR to another directory')))
    })

    test('by a migration, with what to do', async () => {
      const otherwise = 'pass a copy of the directory that this user can write to as --from'
      await asAnotherUser(() => expect(() => openInstallation(path)).toThrow(denied('format.json', otherwise)))
    })
  })
})
