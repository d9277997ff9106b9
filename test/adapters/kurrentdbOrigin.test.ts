// Where our log begins on the server: at the first event of the stream that claims it, or at the beginning.
import { expect, test } from '@jest/globals'
import type { ReadPage } from '../../src/adapters/eventstore/kurrentdb/read/pages.js'
import { createReader } from '../../src/adapters/eventstore/kurrentdb/read/reader.js'
import { START } from '../../src/kernel/position.js'
import { at } from '../../testbed/stores/documents.js'

test.each([
  ['at revision 0 is where it begins', 0n, at(7)],
  ['of a stream that was deleted and created again says nothing', 1n, undefined],
])('the first event of the claim %s', async (_, revision, expected) => {
  const readPage: ReadPage = async () => ({ events: [], size: 1, to: { position: at(7), revision }, last: false })
  const reader = createReader(readPage, { prefix: 'p_' }, () => ({ position: START, stream: undefined }))
  expect(await reader.firstPosition('p_installation')).toBe(expected)
})
