// What every store of list versions does.
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createListStore, DamagedLists, type ListStore } from '../../src/features/verification/lists/store.js'
import type { Candidate } from '../../src/features/verification/lists/update/candidate.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'

export interface ListStoreFixture {
  readonly documents: DocumentStore
  /** Another handle on the same documents, as in another process. */
  second(): Promise<DocumentStore>
  dispose(): Promise<void>
}

const AT = '2026-11-26T09:00:00.000Z'

/** More than fits into one document, compressed. */
const candidate = (version: string, bytes = 1_000_000): Candidate => ({
  ...{ version, domains: 2, added: 1, removed: 0, content: randomBytes(bytes) },
  sources: [{ code: 'd', name: 'some-list', version: '1.0.0', licence: 'MIT' }],
})

/** What the rest of the system requires of the store of lists, on each store of documents. */
export function listStoreContract(adapter: string, make: () => Promise<ListStoreFixture>): void {
  describe(`lists in ${adapter}`, () => {
    let fixture: ListStoreFixture
    let lists: ListStore
    let other: ListStore
    beforeEach(async () => {
      fixture = await make()
      lists = createListStore(fixture)
      other = createListStore({ documents: await fixture.second() })
    })
    afterEach(() => fixture.dispose())

    test('are those of the release at first', async () =>
      expect(await lists.load()).toEqual({ state: { current: null }, position: undefined }))

    test('are the same bytes for every process, and described', async () => {
      const written = candidate('2026-11-26.aaaaaaaaaaaa')
      await lists.write(written, AT)
      expect((await other.read(written.version)).equals(written.content)).toBe(true)
      expect(await other.describe(written.version)).toMatchObject({
        ...{ version: written.version, sources: written.sources, domains: 2, installedAt: AT },
      })
    })

    test('have one state: of two processes that replace it, one succeeds', async () => {
      const [mine, theirs] = [await lists.load(), await other.load()]
      const done = await Promise.all([
        lists.replace(mine, { current: '2026-11-26.aaaaaaaaaaaa', checkedAt: AT }),
        other.replace(theirs, { current: '2026-11-26.bbbbbbbbbbbb', previous: { version: null } }),
      ])
      expect(done.filter(Boolean).length).toBe(1)
      const loaded = await other.load()
      expect(loaded.state.current).toBe(done[0] ? '2026-11-26.aaaaaaaaaaaa' : '2026-11-26.bbbbbbbbbbbb')
      expect(await other.replace(loaded, { current: null })).toBe(true)
      expect((await lists.load()).state).toEqual({ current: null })
    })

    test('can be written again, over a removed, a damaged or the same version', async () => {
      const first = candidate('2026-11-26.aaaaaaaaaaaa')
      await lists.write(first, AT)
      await other.write(first, AT)
      await lists.remove(first.version)
      expect(await other.describe(first.version)).toBeUndefined()
      const again = { ...first, content: randomBytes(10) }
      await other.write(again, AT)
      expect((await lists.read(first.version)).equals(again.content)).toBe(true)
    })

    test('leave nothing but their removal behind', async () => {
      await lists.write(candidate('2026-11-26.aaaaaaaaaaaa'), AT)
      await lists.remove('2026-11-26.aaaaaaaaaaaa')
      await lists.remove('2026-11-26.aaaaaaaaaaaa')
      for (const name of ['list_versions', 'list_contents'])
        for await (const stored of fixture.documents.collection({ name }).all()) expect(stored).toBeUndefined()
    })

    test('that are missing, cut off or changed are recognised', async () => {
      const { version, content } = candidate('2026-11-26.aaaaaaaaaaaa')
      await expect(lists.read(version)).rejects.toThrow(DamagedLists)
      await lists.write({ ...candidate(version), content }, AT)
      const contents = fixture.documents.collection({ name: 'list_contents' })
      const last = (await contents.getMany([`${version}/3`]))[0]!
      const change = { id: last.id, expected: last.position, position: last.position.replace(/.$/, 'f') }
      await contents.write([{ ...change, document: null }])
      await expect(other.read(version)).rejects.toThrow(/damaged/)
    })
  })
}
