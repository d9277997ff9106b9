import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { at } from '../../testbed/stores/documents.js'
import { clearing } from './documentStore/clearing.js'
import { finding } from './documentStore/finding.js'
import type { DocumentStoreFixture, Given } from './documentStore/fixture.js'
import { indexing } from './documentStore/indexing.js'
import { model } from './documentStore/model.js'
import { turningPages } from './documentStore/turningPages.js'
import { writing } from './documentStore/writing.js'

/** What the rest of the system requires of a document store. */
export function documentStoreContract(adapter: string, make: () => Promise<DocumentStoreFixture>): void {
  describe(`document store: ${adapter}`, () => {
    let fixture: DocumentStoreFixture
    beforeEach(async () => {
      fixture = await make()
    })
    afterEach(() => fixture.dispose())
    const given: Given = () => fixture

    describe('writing', () => writing(given))
    describe('finding', () => finding(given))
    describe('paging', () => turningPages(given))
    describe('indexes', () => indexing(given))
    describe('clearing', () => clearing(given))
    describe('against a model', () => model(given))

    describe('a store', () => {
      test('is ready when open', async () => {
        await expect(fixture.store.ready()).resolves.toBeUndefined()
      })

      test('rejects calls when closed', async () => {
        const things = fixture.store.collection({ name: 'things', indexes: { byAge: ['age', '_id'] } })
        await things.write([{ id: 'a', position: at(1), document: { age: 1 } }])
        await fixture.store.close()
        const attempts = [
          () => things.get('a'),
          () => things.getMany(['a']),
          () => things.find({ index: 'byAge', limit: 1 }),
          () => things.count({ index: 'byAge' }),
          () => things.write([{ id: 'b', position: at(1), document: {} }]),
          () => things.write(Array.from({ length: 600 }, (_, n) => ({ id: `${n}`, position: at(1), document: {} }))),
          () => things.all()[Symbol.asyncIterator]().next(),
          () => things.sweep(at(9)),
          () => things.drop(),
          () => fixture.store.ready(),
        ]
        for (const attempt of attempts) await expect(attempt()).rejects.toThrow(StoreUnavailable)
      })

      test('separates collections, whatever their names and ids', async () => {
        const names = ['a', 'a.', 'a.v1', 'a_', '0', 'a.v10', 'x'.repeat(100)]
        const ids = ['', '\u0000', 'a', 'a\u0000', '.v1', '\uffff', '😀', '__proto__']
        const collections = names.map((name) => fixture.store.collection({ name }))
        for (const [index, collection] of collections.entries()) {
          await collection.write(ids.map((id) => ({ id, position: at(1), document: { index, id } })))
        }
        for (const [index, collection] of collections.entries()) {
          for (const id of ids) expect((await collection.get(id))?.document).toEqual({ index, id })
        }
        await collections[0]!.drop()
        expect(await collections[0]!.get('a')).toBeUndefined()
        expect((await collections[1]!.get('a'))?.document).toEqual({ index: 1, id: 'a' })
      })

      test('rejects invalid names of collections and indexes', () => {
        for (const name of ['', 'A', 'a-b', 'a/b', 'a\u0000', 'x'.repeat(101)]) {
          expect(() => fixture.store.collection({ name })).toThrow(RangeError)
        }
        for (const members of [
          [],
          ['_id'],
          ['age'],
          ['_id', 'age'],
          ['age', 'age', '_id'],
          ['a.b', '_id'],
          ['$a', '_id'],
        ]) {
          expect(() => fixture.store.collection({ name: 'a', indexes: { byAge: members } })).toThrow(RangeError)
        }
      })
    })
  })
}
