// A read model whose fold gives other documents has another version.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { projections } from '../../src/composition/projections.js'
import { foldSlice, keysOf } from '../../src/eventing/fold.js'
import { withUpcasters } from '../../src/eventing/upcast.js'
import { canonicalJson } from '../../src/kernel/canonicalJson.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { sha256 } from '../../src/kernel/ids.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { upcasters } from '../../src/upcasters.js'
import { eventFixtures } from '../../testbed/contract/eventSchemas.js'
import { collect } from '../../testbed/given/events.js'
import { createMemoryCollection } from './memoryCollection.js'

const FILE = 'test/eventing/foldDigests.json'
const RECORD = 'RECORD_FOLDS=1 npm run jest -- test/eventing/foldVersions; npx biome check --write test/eventing'

interface Folds {
  readonly [model: string]: {
    readonly version: number
    /** The fixtures that the model folds, each with its digest, and a digest of the documents as each of them leaves them. */
    readonly fixtures: readonly string[]
    readonly digest: string
  }
}

async function foldFixtures(): Promise<Folds> {
  const history = [...eventFixtures]
    .map(([name, event]) => ({ name, event: { ...event, revision: BigInt(event.revision) } as Recorded }))
    .sort((a, b) => (a.event.recordedAt < b.event.recordedAt ? -1 : 1))
  const log = {
    async *readAll() {
      yield* history.map(({ event }) => event)
    },
  } as unknown as EventStore
  const events = await collect(withUpcasters(log, upcasters).readAll())
  const folds: Record<string, Folds[string]> = {}
  for (const projection of projections) {
    const { collection } = createMemoryCollection()
    const documents: unknown[] = []
    for (const event of events) {
      await foldSlice(projection, collection, [event])
      documents.push(await collection.getMany(keysOf(projection, event)))
    }
    const fixtures = history
      .filter((_, at) => keysOf(projection, events[at]!).length > 0)
      .map(({ name }) => `${name} ${digestOf(eventFixtures.get(name))}`)
    folds[projection.name] = {
      version: projection.version,
      fixtures: fixtures.sort(),
      digest: digestOf(documents),
    }
  }
  return folds
}

const digestOf = (value: unknown): string => sha256(canonicalJson(value)).slice(0, 12)

test('a fold that gives other documents for the same events has a new version', async () => {
  const folds = await foldFixtures()
  if (process.env.RECORD_FOLDS) writeFileSync(FILE, `${JSON.stringify(folds, undefined, 2)}\n`)
  const recorded: Folds = JSON.parse(readFileSync(FILE, 'utf8'))
  const silent = Object.keys(folds).filter((model) => {
    const [now, before] = [folds[model]!, recorded[model]]
    const isSame = before?.version === now.version && canonicalJson(before.fixtures) === canonicalJson(now.fixtures)
    return isSame && before?.digest !== now.digest
  })
  // Raise the version of these read models in their projections.
  expect(silent).toEqual([])
  if (canonicalJson(recorded) !== canonicalJson(folds)) throw new Error(`Record the new folds: ${RECORD}`)
})
