// Which of the nodes in a connection string belong together.
import { expect, test } from '@jest/globals'
import { nodesOfOtherClusters } from '../../src/adapters/eventstore/kurrentdb/connect/membership.js'

const of = (members: { readonly [node: string]: string[] | undefined }) =>
  nodesOfOtherClusters(Object.keys(members), async (node) => members[node])

test('nodes that share a member are one cluster, also when one has just started or does not answer', async () => {
  expect(await of({ a: ['a', 'b', 'c'], b: ['b'], c: undefined })).toBeUndefined()
  expect(await of({ a: undefined, b: undefined })).toBeUndefined()
})

test('a node that shares no member with the first is of another cluster, even if a third one links them', async () => {
  expect(await of({ a: ['a'], b: ['a', 'b', 'c'], c: ['c', 'b'] })).toEqual(['a', 'c'])
})

test('nodes without a common member are of different clusters', async () => {
  expect(await of({ a: ['a', 'b'], b: ['b', 'a'], x: ['x', 'y'] })).toEqual(['a', 'x'])
})
