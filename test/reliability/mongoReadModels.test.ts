// Read models in MongoDB and in LMDB are the same.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import { verifyInScratch } from '../../src/composition/scratch.js'
import { createEventing } from '../../src/eventing/eventing.js'
import { createGenerations } from '../../src/eventing/generations.js'
import { dump } from '../../src/eventing/verify.js'
import { silentLog } from '../../src/kernel/log.js'
import { createChance } from '../../testbed/chance.js'
import { type DnsServer, startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import {
  allProjections,
  createPassingClock,
  fillReadModels,
  openRooms,
  type Rooms,
} from '../../testbed/features/history.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { describeMongo } from '../support/describeMongo.js'

const EVENTS = 500
const seed = Date.now() % 1_000_000
const names = allProjections.map(({ name }) => name)

describeMongo(`a generated history (seed ${seed}), folded into MongoDB and into LMDB`, (server) => {
  const connections = testConnections(server)
  const clock = createPassingClock(Date.UTC(2026, 0, 20))
  let directory: ReturnType<typeof tempDirectory>
  let dns: DnsServer
  let rooms: Rooms
  beforeAll(async () => {
    directory = tempDirectory()
    dns = await startDnsServer(mailZone())
    rooms = await openRooms(directory.path, clock, dns.port)
    const chance = createChance(seed)
    await fillReadModels(rooms, { chance, clock, events: EVENTS })
  })
  afterAll(async () => {
    await rooms.close()
    await dns.close()
    await connections.dispose()
    directory.remove()
  })

  test('gives the same read models, byte for byte, and they match the log', async () => {
    const { store } = rooms
    const documents = createMongoDocumentStore(await connections.open())
    const flow = await createEventing({ store, documents, projections: allProjections, clock, log: silentLog })
    flow.runner.start()
    expect(await flow.runner.waitForPosition(await store.head(), names, 120_000)).toBe(true)
    const generations = createGenerations(documents)
    for (const projection of allProjections) {
      const [onMongo, onLmdb] = await Promise.all(
        [generations, rooms.generations].map(async (each) =>
          textOf((await each.live(projection)).generation.collection),
        ),
      )
      expect(onMongo).toBe(onLmdb)
    }
    expect((await verifyInScratch(flow, names)).map(({ different }) => different)).toEqual(names.map(() => []))
    await flow.runner.stop()
  })
})

async function textOf(collection: Parameters<typeof dump>[0]): Promise<string> {
  let text = ''
  for await (const line of dump(collection)) text += line
  return text
}
