import { afterAll, expect, test } from '@jest/globals'
import { createKeyUse, KEY_USES } from '../../src/features/accounts/keyUse.js'
import { silentLog } from '../../src/kernel/log.js'
import { idsOf } from '../../testbed/stores/documents.js'
import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'

const stores = lmdbDocuments()
afterAll(() => stores.dispose())

test('a key of an erased account leaves nothing, although it is still valid for a moment', async () => {
  const documents = stores.open()
  let now = Date.UTC(2026, 10, 26)
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
