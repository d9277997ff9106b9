import { expect, test } from '@jest/globals'
import { LRUCache } from 'lru-cache'
import { entryLimit } from '../../src/kernel/entryLimit.js'

test('a cache keeps the most recently used entries, and no more than its limit', () => {
  const cache = new LRUCache<string, number | Promise<number>>(entryLimit(3))
  for (const [at, key] of ['a', 'b', 'c'].entries()) cache.set(key, at)
  cache.get('a')
  cache.set('d', Promise.resolve(3))
  cache.set('d', 4)
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd'])
  cache.delete('c')
  cache.set('e', 5)
  expect([...cache.keys()].sort()).toEqual(['a', 'd', 'e'])
})
