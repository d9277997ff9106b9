// Files of DATA_DIR that are cut off or overwritten: the service starts, or says in a line what to do; no process just ends.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runArchive } from '../../src/composition/archive/run.js'
import { openBackupSource } from '../../src/composition/backup/backup.js'
import { createChance } from '../../testbed/chance.js'
import { compiled } from '../../testbed/service/compiled.js'
import { startCommand } from '../../testbed/service/program.js'
import { HISTORY_SECRET } from '../../testbed/stores/migration.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { addAccounts, newInstallation } from '../backup/installation.js'

const PAGE = 4_096
const STORES = ['events.mdb', 'documents.mdb', 'vault.mdb', 'jobs.mdb']
const TIMEOUT_MS = 300_000

/** What happens to a file. */
const TEARS: { readonly [name: string]: (path: string) => void } = {
  'cut to nothing': (path) => truncateSync(path, 0),
  'cut after a byte': (path) => truncateSync(path, 1),
  'cut in half': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  'cut just before the end of a page': (path) =>
    truncateSync(path, Math.max(0, Math.floor(statSync(path).size / PAGE) * PAGE - 1)),
  overwritten: (path) => writeFileSync(path, foreignBytes(statSync(path).size)),
}

function foreignBytes(size: number): Buffer {
  const chance = createChance(size)
  return Buffer.from(Array.from({ length: size }, () => chance.between(0, 255)))
}

const scratch = tempDirectory()
let whole: string
beforeAll(async () => {
  const config = await newInstallation(scratch.path)
  await addAccounts(config, 1)
  const { events, archive, close } = await openBackupSource(config)
  await runArchive({ events, archive: archive! }, { before: Date.now(), rangeEvents: 100 })
  await close()
  whole = config.DATA_DIR
  expect(await startIn(whole)).toEqual('serves')
}, TIMEOUT_MS)
afterAll(() => scratch.remove())

/** Starts the built service, and ends it as soon as it serves. */
async function startIn(directory: string): Promise<string> {
  const service = await startCommand(['serve'], {
    DATA_DIR: directory,
    SECRET_KEY: HISTORY_SECRET.toString('base64'),
    PORT: '0',
    DNS_SERVERS: '127.0.0.1:1',
  })
  let hasEnded = false
  void service.ended.then(() => {
    hasEnded = true
  })
  while (!hasEnded && !service.printed().includes('listens on')) await new Promise((next) => setTimeout(next, 20))
  if (!hasEnded) {
    const { code, stderr } = await service.end('SIGTERM')
    return code === 0 ? 'serves' : `ended with ${code} later: ${stderr}`
  }
  const { code, stderr } = await service.ended
  const lines = stderr.trimEnd().split('\n')
  const isLine = code === 2 && lines.length === 1 && /^mailproof: .*: .+/.test(lines[0]!)
  return isLine ? lines[0]! : `ended with ${code}: ${stderr}`
}

/** A copy of the installation, of which these files are torn. */
function torn(names: readonly string[], tear: string): string {
  const directory = join(scratch.path, `${names.join(' ').replaceAll('/', ' ')} ${tear}`)
  cpSync(whole, directory, { recursive: true })
  for (const name of names) TEARS[tear]!(join(directory, name))
  return directory
}

const lockOf = (store: string) => `${store}-lock`

const isHandled = (outcome: string) => outcome === 'serves' || outcome.startsWith('mailproof: ')

test.each([...STORES, 'format.json', 'a segment of the archive'])(
  '%s, torn in any way, is refused in a line or made anew',
  async (what) => {
    const segments = readdirSync(join(whole, 'archive')).filter((name) => name.endsWith('.seg'))
    const name = what === 'a segment of the archive' ? join('archive', segments[0]!) : what
    const outcomes: string[] = []
    for (const tear of Object.keys(TEARS)) outcomes.push(await startIn(torn([name], tear)))
    expect(outcomes.filter((outcome) => !isHandled(outcome))).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'lock files, torn in any way, are made anew while nobody has the stores open',
  async () => {
    for (const tear of Object.keys(TEARS))
      expect([tear, await startIn(torn([...STORES.map(lockOf), 'serve.lock'], tear))]).toEqual([tear, 'serves'])
  },
  TIMEOUT_MS,
)

test(
  'a torn lock file on which another process relies is refused in a line',
  async () => {
    // So little is missing before the end of a page that lmdb can do without it.
    const tears = Object.keys(TEARS).filter((tear) => tear !== 'cut just before the end of a page')
    for (const [index, tear] of tears.entries()) {
      const name = STORES[index % STORES.length]!
      const directory = torn([], `while ${name} is held, ${tear}`)
      const path = join(directory, name)
      const holder = spawn(process.execPath, [compiled('testbed/stores/lmdbLockProcess.ts'), path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(holder, 'exit')
      try {
        await Promise.race([once(holder.stdout, 'data'), exited])
        TEARS[tear]!(lockOf(path))
        const said = `mailproof: ${lockOf(path)} is damaged, and another process relies on it: stop every mailproof that uses this store, then start again`
        expect([tear, await startIn(directory)]).toEqual([tear, said])
      } finally {
        holder.kill('SIGKILL')
      }
      await exited
      expect([tear, await startIn(directory)]).toEqual([tear, 'serves'])
    }
  },
  TIMEOUT_MS,
)
