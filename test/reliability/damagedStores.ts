// Stores with old and new records, for tests that damage them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toJobId } from 'agenda'
import { createLmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createLmdbChainLinks } from '../../src/adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { openDatabase } from '../../src/adapters/lmdb/databases.js'
import { closeEnvironment, openEnvironment } from '../../src/adapters/lmdb/environment.js'
import { createLmdbVault } from '../../src/adapters/vault/vault.js'
import { createCheckLog } from '../../src/eventing/logCheck/check.js'
import { systemClock } from '../../src/kernel/clock.js'
import { START } from '../../src/kernel/position.js'
import { collect, newEvents } from '../../testbed/given/events.js'

export const COLLECTION = { name: 'things', indexes: { by: ['group', '_id'] } } as const
export const OWNERS = Array.from({ length: 30 }, (_, index) => `owner ${index}`)
export const ROOT_KEY = Buffer.alloc(32, 7)
export const RANGE_EVENTS = 100
/** Events in the form of earlier releases. */
export const OLD_EVENTS = 300
const EVENTS = 600
export const JOBS = 100
export const jobId = (number: number) => toJobId(`job ${number}`)

/** Fills a directory with a log, of which the links are stored, documents, a vault, and jobs. */
export async function fillStores(directory: string): Promise<void> {
  const path = join(directory, 'events.mdb')
  const store = createLmdbEventStore({ path, clock: systemClock })
  for (let at = 0; at < EVENTS; at += 10) await store.append(`a-${at % 200}`, newEvents(10, at), { expected: 'any' })
  await rewriteAsOld(path, store)
  const links = createLmdbChainLinks(path)
  const check = createCheckLog({ store, links, setAside: async () => [], rangeEvents: RANGE_EVENTS })
  await check({ signal: new AbortController().signal })
  await Promise.all([store.close(), links.close()])

  const documents = createLmdbDocumentStore({ path: join(directory, 'documents.mdb') })
  const changes = Array.from({ length: 200 }, (_, number) => ({
    id: `id${number}`,
    position: START,
    document: { group: number, text: 'x'.repeat(number * 20) },
  }))
  await documents.collection(COLLECTION).write(changes)
  await documents.close()

  const vault = createLmdbVault({ path: join(directory, 'vault.mdb'), rootKey: ROOT_KEY })
  const sealed: { [owner: string]: string } = {}
  for (const owner of OWNERS) sealed[owner] = await vault.seal(owner, `text of ${owner}`)
  await vault.close()
  writeFileSync(join(directory, 'sealed.json'), JSON.stringify(sealed))

  const jobs = createLmdbAgendaBackend({ path: join(directory, 'jobs.mdb'), exclusive: true })
  for (let number = 0; number < JOBS; number++) {
    const nextRunAt = number % 3 === 0 ? null : new Date(Date.UTC(2027, 0, 1, 0, 0, number))
    await jobs.repository.saveJob(
      { _id: jobId(number), name: 'work', type: 'normal', priority: 0, nextRunAt, data: { number } },
      undefined,
    )
  }
  await jobs.disconnect()
}

async function rewriteAsOld(path: string, store: ReturnType<typeof createLmdbEventStore>): Promise<void> {
  const environment = openEnvironment(path)
  const log = openDatabase<Uint8Array>(environment, 'log')
  const events = await collect(store.readAll({ limit: OLD_EVENTS }))
  for (const { position, revision, stream, recordedAt, ...rest } of events) {
    const text = JSON.stringify({ ...rest, stream, revision: Number(revision), recordedAt })
    await log.put(Buffer.from(position.slice(-12), 'hex'), Buffer.from(text))
  }
  await closeEnvironment(environment)
}
