// The documentation as agents search it: from the index that the pages load.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { SearchEntry } from '../../src/docsSearch/engine.js'
import { createDocs } from '../../src/mcp/docs.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let temporary: ReturnType<typeof tempDirectory>
let assets: string
beforeEach(() => {
  temporary = tempDirectory()
  assets = join(temporary.path, 'assets')
})
afterEach(() => temporary.remove())

const ENTRY: SearchEntry = { url: '/docs/a', page: 'Webhooks', heading: '', text: 'Signed.', kind: 'page', weight: 1 }

test('are said not to be built only if they were not', async () => {
  expect(await createDocs(assets)()).toBeUndefined()
})

test('are read again after they could not be read', async () => {
  const loadDocs = createDocs(assets)
  writeFileSync(assets, 'no directory')
  await expect(loadDocs()).rejects.toThrow('ENOTDIR')
  rmSync(assets)
  mkdirSync(assets)
  writeFileSync(join(assets, 'search-0a.json'), JSON.stringify([ENTRY]))
  const search = await loadDocs()
  expect(search!('webhooks')).toMatchObject([{ title: 'Webhooks', url: '/docs/a' }])
})
