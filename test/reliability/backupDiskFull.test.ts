// A target that is full or cannot be written.
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mountSmallDisk } from '../../scripts/soak/faults/smallDisk.js'
import { openSet } from '../../src/composition/backup/set.js'
import type { Config } from '../../src/config.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, backUpTo, newInstallation, restoreTo } from '../backup/installation.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeUnless } from '../support/describeUnless.js'

const disk = mountSmallDisk(8)
const scratch = tempDirectory()
let config: Config
beforeAll(async () => {
  config = await newInstallation(scratch.path)
})
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
  scratch.remove()
})

describeUnless(typeof disk === 'string' ? 'no tmpfs can be mounted' : undefined, 'a full disk', () => {
  test('is one line; the set before stays complete, and the next backup goes on once there is room', async () => {
    if (typeof disk === 'string') return
    const set = join(disk.path, 'set')
    const { manifest } = await backUpTo(config, set)
    await addAccounts(config, 20)
    disk.fill()
    await expect(backUpTo(config, set)).rejects.toThrow(
      new RegExp(
        `^${set}: the disk is full: make room, or choose another directory; the backup of ${manifest.at} is still complete$`,
      ),
    )
    expect((await openSet(set)).manifest).toEqual(manifest)
    disk.free()
    await backUpTo(config, set)
    expect((await openSet(set)).manifest.log.events).toBeGreaterThan(manifest.log.events)
  })

  test('below DATA_DIR is one line of each command that writes, and leaves no temporary files', async () => {
    if (typeof disk === 'string') return
    const full = { ...config, DATA_DIR: join(disk.path, 'data') }
    cpSync(config.DATA_DIR, full.DATA_DIR, { recursive: true })
    writeFileSync(join(full.DATA_DIR, 'secret.key'), config.SECRET_KEY!.toString('base64'))
    disk.fill()
    for (const words of [
      ['log', 'check'],
      ['accounts', 'create', 'ada@example.com'],
      ['secret', 'rotate'],
      ['serve'],
    ]) {
      const { code, stderr } = await runCommandLine(words, { DATA_DIR: full.DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/^mailproof: \S+: the disk is full: make room, or [^\n]+\n$/),
      ])
    }
    expect(readdirSync(full.DATA_DIR).filter((name) => name.endsWith('.tmp'))).toEqual([])
    disk.free()
    rmSync(full.DATA_DIR, { recursive: true })
  })

  test('while a set is restored is one line, and the same command completes it once there is room', async () => {
    if (typeof disk === 'string') return
    const set = join(scratch.path, 'set')
    await backUpTo(config, set)
    const target = join(disk.path, 'restored')
    disk.fill()
    await expect(restoreTo(set, target)).rejects.toThrow(
      /^[^\n]*(?:the disk is full|No space left|could not commit|cannot be opened)[^\n]*$/,
    )
    disk.free()
    expect(await restoreTo(set, target)).toMatchObject({ different: [], missingKeys: 0 })
  })
})

test('a directory that cannot be written is one line', async () => {
  if (process.getuid?.() === 0) {
    await expect(backUpTo(config, '/proc/mailproof')).rejects.toThrow(/^\/proc\/mailproof: .*$/)
    return
  }
  chmodSync(scratch.path, 0o500)
  await expect(backUpTo(config, join(scratch.path, 'x'))).rejects.toThrow(/^[^\n]*permission denied[^\n]*$/)
  chmodSync(scratch.path, 0o700)
})
