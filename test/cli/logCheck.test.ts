// `mailproof log check` and `log links` on a directory.
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'
import { createLmdbChainLinks } from '../../src/adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newEvents } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { newInstallation } from '../backup/installation.js'
import { runCommandLine } from '../support/commandLine.js'

let directory: ReturnType<typeof tempDirectory>
let log: string
beforeEach(async () => {
  directory = tempDirectory()
  log = join(directory.path, 'events.mdb')
  await openDataDirectory(directory.path, { hold: true, secret: undefined }).release()
  const store = createLmdbEventStore({ path: log, clock: systemClock })
  await store.append('a-1', newEvents(50), { expected: 'any' })
  await store.close()
})
afterEach(() => directory.remove())

const run = (...words: string[]) => runCommandLine(words, { DATA_DIR: directory.path, LOG_LEVEL: 'silent' })

/** Flips a bit of an event. */
async function damage(number: number): Promise<void> {
  const store = createLmdbEventStore({ path: log, clock: systemClock })
  const { id } = (await store.eventAt(at(number)))!
  await store.close()
  const bytes = readFileSync(log)
  bytes[bytes.indexOf(Buffer.from(id.replaceAll('-', ''), 'hex'))]! ^= 1
  writeFileSync(log, bytes)
}

/** Stores a link of a range that ends at an event. */
async function storeLink(link: string): Promise<void> {
  const links = createLmdbChainLinks(log)
  await links.add({ range: 1, last: at(50), until: '2026-03-01T00:00:00.000Z', link })
  await links.close()
}

test('a log that is whole is said to be, with what was read', async () => {
  expect(await run('log', 'check')).toMatchObject({
    code: 0,
    stdout: 'Read 50 events; 0 ranges proven by stored links; no damage found.\n',
  })
})

test('on a terminal, what has been read is shown meanwhile, and gone before the result', async () => {
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  const waiting = process.stderr.listenerCount('resize')
  const { stdout, stderr } = await run('log', 'check').finally(() => {
    process.stderr.isTTY = isTTY
  })
  expect(stderr).toContain('reading 50 events')
  expect(stdout).toMatch(/^Read 50 events;/)
  expect(process.stderr.listenerCount('resize')).toBe(waiting)
})

test('damage has a line with the position each, and exit code 1', async () => {
  await damage(7)
  await damage(23)
  const { code, stdout } = await run('log', 'check')
  expect(code).toBe(1)
  expect(stdout).toContain(`the event at ${at(7)} cannot be read (type SomethingHappened, stream a-1)\n`)
  expect(stdout).toContain(`the event at ${at(23)} cannot be read`)
  expect(stdout).toMatch(/^Read 48 events; .*; 2 problems\.$/m)
  const report = JSON.parse((await run('log', 'check', '--json')).stdout)
  expect(report).toMatchObject({ ok: false, events: 48, problems: [{ position: at(7) }, { position: at(23) }] })
})

test('a damaged upload is named, like everything else in DATA_DIR', async () => {
  const { DATA_DIR, SECRET_KEY } = await newInstallation(directory.path)
  const blobs = join(DATA_DIR, 'blobs')
  const [first, ...others] = readdirSync(blobs)
  const bytes = readFileSync(join(blobs, first!))
  bytes[bytes.length - 1]! ^= 1
  writeFileSync(join(blobs, first!), bytes)
  const settings = { DATA_DIR, SECRET_KEY: SECRET_KEY!.toString('base64') }
  const { code, stdout } = await runCommandLine(['log', 'check'], settings)
  expect(code).toBe(1)
  expect(stdout).toContain(`blobs: blob ${first!.replace('.blob', '')} was truncated or changed\n`)
  expect(others.length).toBeGreaterThan(0)
  expect(stdout).toContain('; 1 problem.')
})

test('an upload that cannot be read is named, and the check goes on', async () => {
  const { DATA_DIR, SECRET_KEY } = await newInstallation(directory.path)
  const blobs = join(DATA_DIR, 'blobs')
  symlinkSync('looped.blob', join(blobs, 'looped.blob'))
  mkdirSync(join(blobs, 'nested.blob'))
  const settings = { DATA_DIR, SECRET_KEY: SECRET_KEY!.toString('base64') }
  const { code, stdout } = await runCommandLine(['log', 'check'], settings)
  expect(code).toBe(1)
  expect(stdout).toContain('blobs: blob looped cannot be read: ELOOP')
  expect(stdout).toContain('blobs: blob nested cannot be read: EISDIR')
  expect(stdout).toContain('; 2 problems.')
})

test('an event that was set aside is no damage any more', async () => {
  await damage(7)
  await run('log', 'set-aside', at(7), '--reason', 'a test')
  expect(await run('log', 'check')).toMatchObject({ code: 0 })
})

test('links that were kept are compared, and a link that does not fit names its range', async () => {
  const wrong = 'ab'.repeat(32)
  const file = join(directory.path, 'links.txt')
  await storeLink(wrong)
  const { stdout } = await run('log', 'links')
  expect(stdout).toBe(`1 ${at(50)} 2026-03-01T00:00:00.000Z ${wrong}\n`)
  writeFileSync(file, stdout)
  const checked = await run('log', 'check', '--links', file)
  expect(checked.code).toBe(1)
  expect(checked.stdout).toMatch(/^range 1, up to 0+32 .* is not what its chain link proves/)
  expect(checked.stdout).toContain('range 1 of the file is not in the log, or cannot be proven')
})

test('a file of links that cannot be read is a usage error that names the line', async () => {
  const file = join(directory.path, 'links.txt')
  for (const [content, message] of [
    ['', /has no chain links/],
    ['1 a b c\n', /line 1 of .* is not a line of mailproof log links/],
  ] as const) {
    writeFileSync(file, content)
    const { code, stderr } = await run('log', 'check', '--links', file)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  }
  expect(await run('log', 'check', '--links', `${file}.none`)).toMatchObject({ code: 2 })
})
