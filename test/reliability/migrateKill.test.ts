// A migration that is killed again and again ends with the same data.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Document, MongoClient } from 'mongodb'
import { createGridFsBlobStore } from '../../src/adapters/blobs/gridfs.js'
import { connectMongo } from '../../src/adapters/mongodb/connect.js'
import { createMongoVault } from '../../src/adapters/vault/mongodb.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { createChance } from '../../testbed/chance.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import { runProgram, startCommand } from '../../testbed/service/program.js'
import type { Settings } from '../../testbed/service/settings.js'
import {
  contentOf,
  HISTORY_SECRET,
  openTarget,
  type TargetShape,
  withoutPositions,
  writeInstallation,
} from '../../testbed/stores/migration.js'
import type { Place } from '../../testbed/stores/place.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
import { runCommandLine } from '../support/commandLine.js'
import { describeMongo } from '../support/describeMongo.js'

const EVENTS = 500
const BLOBS = 8
/** Minimum number of attempts that are killed while they work. */
const KILLS = 2
const seed = Date.now() % 1_000_000

describeMongo(`migrating a generated history (seed ${seed}), killed repeatedly`, (mongo) => {
  const scratch = tempDirectory()
  const embedded = join(scratch.path, 'embedded')
  const chance = createChance(seed)
  beforeAll(async () => {
    await runProgram(['--version'], {})
    mkdirSync(embedded)
    await writeInstallation(embedded, { seed, events: EVENTS, blobs: BLOBS })
  })
  afterAll(() => scratch.remove())

  describe.each<TargetShape>(['kurrentdb', 'mongodb'])('to %s', (shape) => {
    /** The log in a directory: a different one from the source. */
    const directory = join(scratch.path, shape)
    const places: Place[] = []
    afterAll(() => Promise.all(places.map((place) => place.remove())))

    const command = ['migrate', '--from', embedded, '--json']

    async function newPlace() {
      const place = await openTarget(shape, mongo)
      const own = join(directory, `${places.push(place)}`)
      const settings = { ...place.settings, DATA_DIR: own, SECRET_KEY: HISTORY_SECRET.toString('base64') }
      return { place, settings }
    }

    /** Repeats the migration, killing each attempt at a random time within `took`, until one completes first. */
    async function moveKilled(settings: Settings, took: number): Promise<{ kills: number; said: Said }> {
      for (let kills = 0; ; kills++) {
        const attempt = await startCommand(command, settings)
        await Promise.race([sleep(took * (0.2 + chance.between(0, 90) / 100)), attempt.ended])
        const { code, stdout, stderr } = await attempt.end('SIGKILL')
        if (code === null) continue
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
        return { kills, said: JSON.parse(stdout) }
      }
    }

    test('ends with the same data, and nothing twice', async () => {
      const old = withoutPositions(await collect(readLog(embedded)))
      const atOnce = await newPlace()
      const began = performance.now()
      const { code, stdout } = await runProgram(command, atOnce.settings)
      const took = performance.now() - began
      expect(code).toBe(0)
      const { summary } = JSON.parse(stdout)
      expect(summary).toMatchObject({ events: old.length, blobs: BLOBS })
      const expected = await keptIn(atOnce.place)
      for (let killed = 0; killed < KILLS; ) {
        const { place, settings } = await newPlace()
        const { kills, said } = await moveKilled(settings, took)
        killed += kills
        // In KurrentDB positions are offsets in the server's files, which its own events shift: so the hash differs
        // too.
        const hash = shape === 'mongodb' ? summary.hash : said.summary.hash
        expect(said).toMatchObject({ from: embedded, summary: { ...summary, hash } })
        expect(withoutPositions(await collect(readLog(settings)))).toEqual(old)
        expect(await keptIn(place)).toEqual(expected)
        await expectBlobs(place)
        const verified = await runCommandLine(['projections', 'verify'], settings)
        expect(verified).toMatchObject({ code: 0, stdout: expect.not.stringContaining('differs') })
      }
    }, 300_000)
  })
})

type Said = { readonly from: string; readonly summary: { readonly hash: string } }

/** A document without the token of its last write. */
function withoutWrite({ _mailproof: { write, ...machinery } = {}, ...document }: Document): Document {
  return { ...document, _mailproof: machinery }
}

/** The contents of MongoDB, except what belongs to one attempt or installation: ids of both, of files and of writes, and times. */
async function keptIn({ settings }: Place): Promise<Record<string, unknown[]>> {
  const client = new MongoClient(settings.MONGODB_URL!)
  try {
    const kept: Record<string, unknown[]> = {}
    const collections = await client.db().collections()
    for (const collection of collections) {
      const { collectionName: name } = collection
      if (/^documents\.(migrations|installation|.*-v\d+|checkpoints|reactor_checkpoints)$|^vault\.proofs$/.test(name))
        continue
      const found = await collection.find({}, { sort: { _id: 1 }, promoteBuffers: true }).toArray()
      kept[name] = name.startsWith('blobs.') ? [found.length] : found.map(withoutWrite)
    }
    return kept
  } finally {
    await client.close()
  }
}

/** Each blob can be opened with the migrated keys, and is unchanged. */
async function expectBlobs({ settings }: Place): Promise<void> {
  const { db, close } = await connectMongo({ url: settings.MONGODB_URL!, log: silentLog })
  const vault = await createMongoVault({ db, rootKey: HISTORY_SECRET })
  try {
    const store = await createGridFsBlobStore({ db, vault, clock: systemClock })
    for (let blob = 0; blob < BLOBS; blob++) {
      expect(await bytesOf(store.read(`blob-${blob}`))).toEqual(await bytesOf(contentOf(blob)))
    }
  } finally {
    await vault.close()
    await close()
  }
}

async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all).toString('latin1')
}
