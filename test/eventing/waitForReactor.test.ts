import { describe, expect, test } from '@jest/globals'
import { createWaitForReactor } from '../../src/eventing/reactors/waitForReactor.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'

const NAME = 'noting'

/** The stored checkpoint at each read; the last one from then on. */
function checkpointsAre(...positions: readonly (string | undefined)[]) {
  let reads = 0
  const get = async (id: string) => {
    const position = positions[Math.min(reads++, positions.length - 1)]
    return id === NAME && position !== undefined ? { id, position, document: {} } : undefined
  }
  const wait = createWaitForReactor({ documents: { collection: () => ({ get }) } as unknown as DocumentStore })
  return { wait, reads: () => reads }
}

describe('a wait for a reactor', () => {
  test.each([
    ['has processed the event', ['05'], 1],
    ['is beyond it', ['06'], 1],
    ['reaches it while one waits', [undefined, '04', '05'], 3],
  ])('ends as soon as it %s', async (_, positions, count) => {
    const { wait, reads } = checkpointsAre(...positions)
    expect(await wait(NAME, '05', 5_000)).toBe(true)
    expect(reads()).toBe(count)
  })

  test.each([
    ['does not get there', ['04']],
    ['has never run', [undefined]],
  ])('ends without it after the timeout if it %s', async (_, positions) => {
    const { wait, reads } = checkpointsAre(...positions)
    expect(await wait(NAME, '05', 40)).toBe(false)
    expect(reads()).toBeGreaterThan(1)
  })

  test('without time looks once', async () => {
    const { wait, reads } = checkpointsAre('04')
    expect(await wait(NAME, '05', 0)).toBe(false)
    expect(reads()).toBe(1)
  })
})
