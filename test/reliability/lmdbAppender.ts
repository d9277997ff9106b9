/**
 * A process that appends to a log until it is killed, and prints what was acknowledged:
 * `lmdbAppender.ts <file> <name> <appenders> [<count>]`
 */
import { writeSync } from 'node:fs'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { systemClock } from '../../src/kernel/clock.js'
import { newEvent } from '../../testbed/given/events.js'

const [path, name, appenders, count = 'Infinity'] = process.argv.slice(2) as [string, string, string, string?]
const store = createLmdbEventStore({ path, clock: systemClock })
let number = 0

async function append(): Promise<void> {
  while (number < Number(count)) {
    // Names that no other process writes: each has to add its own to the dictionary that all share.
    const own = { [`by_${name}_${number % 50}`]: name }
    const event = newEvent({ name, number: number++, ...own, filling: 'x'.repeat(300) })
    await store.append(`a-${number % 20}`, [event], { expected: 'any' })
    writeSync(1, `${event.id}\n`)
  }
}

await Promise.all(Array.from({ length: Number(appenders) }, append))
await store.close()
