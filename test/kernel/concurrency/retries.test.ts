// Retries in the background.
import { expect, test } from '@jest/globals'
import { createRetries } from '../../../src/kernel/concurrency/retries.js'
import { eventually } from '../../../testbed/eventually.js'

test('an item is attempted whenever it is added, also just as the last attempt ends', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const attempted: string[] = []
    const retries = createRetries<undefined>({
      async attempt(items, answered) {
        for (const key of items.keys()) {
          attempted.push(key)
          answered(key, true)
        }
        if (attempted.length === 1) void addAfter(turns)
      },
    })
    async function addAfter(turns: number): Promise<void> {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve()
      retries.add('second', undefined)
    }
    retries.add('first', undefined)
    const keys = await eventually(
      () => attempted.join(),
      (keys) => keys.endsWith('second'),
    )
    expect(keys).toBe('first,second')
    await retries.stop()
  }
})
