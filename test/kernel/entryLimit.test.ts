import { expect, test } from '@jest/globals'
import { LRUCache } from 'lru-cache'
import { entryLimit, textEntryLimit } from '../../src/kernel/entryLimit.js'

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

test('an entry with long texts counts as several, so that unauthenticated callers cannot fill the memory', () => {
  const cache = new LRUCache<string, string[]>(textEntryLimit(20, (texts) => texts))
  for (let at = 0; at < 20; at++) cache.set(`short ${at}`, ['mx1.example.net', 'mx2.example.net'])
  expect(cache.size).toBe(20)
  cache.set('long', Array<string>(32).fill('x'.repeat(253)))
  expect(cache.size).toBe(5)
  expect(cache.has('long')).toBe(true)
  expect(cache.has('short 0')).toBe(false)
  expect(cache.has('short 19')).toBe(true)
})
