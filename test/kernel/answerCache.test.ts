import { expect, test } from '@jest/globals'
import { createAnswerCache } from '../../src/kernel/answerCache.js'

const TTL_MS = 1_000

/** A cache whose questions are answered by hand. */
function manual() {
  const asked: { key: string; answer(text: string): void; fail(error: Error): void }[] = []
  const clock = { time: 0, now: () => clock.time }
  const ask = (key: string) =>
    new Promise<string>((resolve, reject) => void asked.push({ key, answer: resolve, fail: reject }))
  return { asked, clock, cache: createAnswerCache({ ask, maxEntries: 10, ttlMs: TTL_MS, clock }) }
}

test('asks once for all who want to know at the same time, and answers at once after that', async () => {
  const { asked, cache, clock } = manual()
  const answers = [cache.of('a'), cache.of('a')]
  expect(asked).toHaveLength(1)
  asked[0]!.answer('yes')
  expect(await Promise.all(answers)).toEqual(['yes', 'yes'])
  expect(cache.of('a')).toBe('yes')
  clock.time += TTL_MS + 1
  expect(cache.of('a')).toBeInstanceOf(Promise)
})

test('returns, but does not keep, an answer that was forgotten while it was asked for', async () => {
  const { asked, cache } = manual()
  const before = cache.of('a')
  cache.forget('a')
  asked[0]!.answer('old')
  expect(await before).toBe('old')
  expect(cache.of('a')).toBeInstanceOf(Promise)
  expect(asked).toHaveLength(2)
})

test('does not keep a failure', async () => {
  const { asked, cache } = manual()
  const failing = cache.of('a')
  asked[0]!.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  expect(cache.of('a')).toBeInstanceOf(Promise)
})
