// When keys were last used: what is stored of it, also after a store was away.
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createKeyUse, KEY_USES, type KeyUses } from '../../src/features/accounts/keyUse.js'
import { iso } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Collection, CollectionDefinition, Document, DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { idsOf } from '../../testbed/stores/documents.js'
import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'

const NOW = Date.UTC(2026, 10, 26)

const stores = lmdbDocuments()
afterAll(() => stores.dispose())

test('a key of an erased account leaves nothing, although it is still valid for a moment', async () => {
  const documents = stores.open()
  let now = NOW
  const uses = createKeyUse({ documents, clock: { now: () => now }, log: silentLog })
  uses.used('erased')
  uses.used('other')
  await uses.forget(['erased'])
  now += 60_000
  uses.used('erased')
  await uses.close()
  const stored = []
  for await (const use of documents.collection(KEY_USES).all()) stored.push(use)
  expect(idsOf(stored)).toEqual(['other'])
})

describe('uses that a store did not take', () => {
  let now: number
  let isAway: boolean
  let documents: DocumentStore
  let uses: KeyUses
  beforeEach(() => {
    now = NOW
    isAway = true
    documents = stores.open()
    uses = createKeyUse({ documents: { ...documents, collection }, clock: { now: () => now }, log: silentLog })
  })

  function collection<T extends Document>(definition: CollectionDefinition): Collection<T> {
    const real = documents.collection<T>(definition)
    return {
      ...real,
      async write(changes) {
        if (isAway) throw new StoreUnavailable('it is away')
        return real.write(changes)
      },
    }
  }

  /** What closing writes first. */
  async function written(): Promise<void> {
    isAway = false
    await uses.close()
  }
  const lost = () => expect(uses.close()).rejects.toThrow(StoreUnavailable)
  const lastUsed = async (key: string) => (await documents.collection<{ at: string }>(KEY_USES).get(key))?.document.at

  test('are written later, the newest of each key', async () => {
    uses.used('once')
    uses.used('again')
    await lost()
    now += 60_000
    uses.used('again')
    expect(await uses.lastUsed(['once', 'again'])).toEqual([iso(NOW), iso(NOW + 60_000)])
    await written()
    expect([await lastUsed('once'), await lastUsed('again')]).toEqual([iso(NOW), iso(NOW + 60_000)])
  })

  test('are not written for keys that were forgotten meanwhile', async () => {
    uses.used('erased later')
    const losing = lost()
    isAway = true
    await uses.forget(['erased later']).catch(() => {})
    await losing
    await written()
    expect(await lastUsed('erased later')).toBeUndefined()
  })

  test('do not replace newer ones that another process has written', async () => {
    uses.used('shared')
    await lost()
    const others = createKeyUse({ documents, clock: { now: () => NOW + 120_000 }, log: silentLog })
    others.used('shared')
    await others.close()
    now += 120_000
    await written()
    expect(await lastUsed('shared')).toBe(iso(NOW + 120_000))
  })
})
