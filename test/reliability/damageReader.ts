/**
 * A process that damages copies of a directory, and says what was noticed: `damageReader.ts <directory> <first> <count>`.
 * It prints a line of JSON per copy. A process that dies without the line of a copy has failed.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { inspectJobs } from '../../src/adapters/agenda/lmdb/inspect.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { inspectDocuments } from '../../src/adapters/documents/lmdb/inspect.js'
import { createLmdbChainLinks } from '../../src/adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { checkPages } from '../../src/adapters/lmdb/checkPages.js'
import { inspectVault } from '../../src/adapters/vault/inspectKeys.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { createCheckLog } from '../../src/eventing/logCheck/check.js'
import { eventText } from '../../src/kernel/chain.js'
import { systemClock } from '../../src/kernel/clock.js'
import { createChance } from '../../testbed/chance.js'
import { COLLECTION, JOBS, jobId, OWNERS, RANGE_EVENTS, ROOT_KEY } from './damagedStores.js'

const [directory, first, count] = process.argv.slice(2) as [string, string, string]
const FILES = ['events.mdb', 'documents.mdb', 'vault.mdb', 'jobs.mdb']
const { signal } = new AbortController()

const sealed = JSON.parse(readFileSync(join(directory, 'sealed.json'), 'utf8')) as { [owner: string]: string }
const right = await contentOf(directory)

/** Everything that callers can read, as text by name; what cannot be read is left out. */
async function contentOf(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const attempt = async (read: () => Promise<void>) => {
    try {
      await read()
    } catch (error) {
      found.set('refused', (error as Error).message)
    }
  }
  await attempt(async () => {
    const store = createLmdbEventStore({ path: join(path, 'events.mdb'), clock: systemClock })
    const streams = new Set<string>()
    await attempt(async () => {
      for await (const event of store.readAll()) {
        found.set(`event ${event.position}`, eventText(event))
        streams.add(event.stream)
      }
    })
    for (const stream of streams) {
      await attempt(async () => {
        let revision = 0
        for await (const event of store.readStream(stream)) found.set(`${stream} ${revision++}`, eventText(event))
        found.set(`${stream} has`, String(revision))
      })
    }
    await store.close()
  })
  await attempt(async () => {
    const documents = createLmdbDocumentStore({ path: join(path, 'documents.mdb') })
    const collection = documents.collection(COLLECTION)
    for (let number = 0; number < 200; number++) {
      await attempt(async () => {
        const stored = await collection.get(`id${number}`)
        // A damaged key hides a document; only the check can notice that.
        if (stored) found.set(`document ${number}`, JSON.stringify(stored.document))
      })
      await attempt(async () => {
        const { items } = await collection.find({ index: 'by', equals: { group: number }, limit: 10 })
        if (items.length > 0) found.set(`group ${number}`, JSON.stringify(items))
      })
    }
    await documents.close()
  })
  await attempt(async () => {
    const vault = createLmdbVault({ path: join(path, 'vault.mdb'), rootKey: ROOT_KEY })
    for (const owner of OWNERS)
      await attempt(async () => void found.set(owner, String(await vault.open(owner, sealed[owner]!))))
    await vault.close()
  })
  await attempt(async () => {
    const jobs = createLmdbAgendaBackend({ path: join(path, 'jobs.mdb'), exclusive: false })
    for (let number = 0; number < JOBS; number++)
      await attempt(async () => {
        const job = await jobs.repository.getJobById(jobId(number))
        if (job) found.set(jobId(number), JSON.stringify([job.name, job.nextRunAt, job.data]))
      })
    await jobs.disconnect()
  })
  return found
}

async function problemsIn(path: string): Promise<string[]> {
  const problems: string[] = []
  const collect = async (items: () => AsyncIterable<string>) => {
    try {
      for await (const item of items()) problems.push(item)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  for (const file of FILES) await collect(() => checkPages(join(path, file), signal))
  if (problems.length > 0) return problems
  await collect(async function* () {
    const store = createLmdbEventStore({ path: join(path, 'events.mdb'), clock: systemClock })
    const links = createLmdbChainLinks(join(path, 'events.mdb'))
    const check = createCheckLog({ store, links, setAside: async () => [], rangeEvents: RANGE_EVENTS })
    try {
      for (const { problem } of (await check({ signal })).damage) yield problem
    } finally {
      await Promise.all([store.close(), links.close()])
    }
  })
  const others = [
    () => inspectDocuments(join(path, 'documents.mdb'), signal),
    () => inspectJobs(join(path, 'jobs.mdb'), signal),
    () => inspectVault({ path: join(path, 'vault.mdb'), readSecrets: () => [ROOT_KEY] }, signal),
  ]
  for (const other of others) {
    await collect(async function* () {
      for await (const { problem } of other()) yield problem
    })
  }
  return problems
}

/** Flips one bit. The same number damages the same bit. */
function damage(path: string, number: number): string {
  const chance = createChance(number)
  const file = chance.pick(FILES)
  const whole = join(path, file)
  const at = chance.between(0, statSync(whole).size - 1)
  const bytes = readFileSync(whole)
  const bit = chance.between(0, 7)
  bytes[at]! ^= 1 << bit
  writeFileSync(whole, bytes)
  return `${file} ${at} bit ${bit}`
}

for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const path = mkdtempSync(join(tmpdir(), 'damaged-'))
  cpSync(directory, path, { recursive: true })
  const place = damage(path, number)
  writeSync(1, `${JSON.stringify({ number, place })}\n`)
  const problems = await problemsIn(path)
  const content = await contentOf(path)
  const wrong = [...content]
    .filter(([name, text]) => name !== 'refused' && right.get(name) !== text)
    .map(([name]) => name)
  const isComplete = [...right].every(([name, text]) => content.get(name) === text)
  writeSync(
    1,
    `${JSON.stringify({ number, place, problems: problems.slice(0, 3), refused: content.get('refused'), wrong: wrong.slice(0, 5), isComplete })}\n`,
  )
  rmSync(path, { recursive: true })
}
