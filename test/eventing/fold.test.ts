import { describe, expect, test } from '@jest/globals'
import { FoldError, foldSlice } from '../../src/eventing/fold.js'
import type { Projection } from '../../src/eventing/projection.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { createMemoryCollection, type Interference } from '../support/memoryCollection.js'
import { createRecordedLog } from '../support/recordedLog.js'

type Tallied =
  | DomainEvent<'Added', { readonly to: readonly string[] }>
  | DomainEvent<'Removed', { readonly id: string }>
type Tally = { readonly times: number; readonly seen: readonly string[] }

/** Counts, and remembers where; an address of poison cannot be folded. */
const tally: Projection<Tallied, Tally> = {
  name: 'tally',
  version: 1,
  keys: ({ type, data }) => (type === 'Added' ? data.to : type === 'Removed' ? [data.id] : []),
  apply: (document, event, id) => {
    if (id === 'poison') throw new Error('no')
    if (event.type === 'Removed') return null
    return { times: (document?.times ?? 0) + 1, seen: [...(document?.seen ?? []), event.position] }
  },
}

const added = (...to: string[]): Tallied => ({ type: 'Added', data: { to } })
const removed = (id: string): Tallied => ({ type: 'Removed', data: { id } })

function logOf(...events: readonly Tallied[]) {
  const log = createRecordedLog()
  for (const event of events) log.append('tally-1', event)
  return log.events
}

describe('a slice of events', () => {
  test('writes each document it touches once, with the position of the last event folded into it', async () => {
    const { collection, writes, stored } = createMemoryCollection()
    const events = logOf(added('a', 'b'), added('a'), added('c', 'b'), added('a'))
    await foldSlice(tally, collection, events)
    expect(writes).toHaveLength(1)
    expect(writes[0]).toHaveLength(3)
    expect(stored('a')).toEqual({
      id: 'a',
      position: events[3]!.position,
      document: { times: 3, seen: [0, 1, 3].map((index) => events[index]!.position) },
    })
    expect(stored('b')).toMatchObject({ position: events[2]!.position, document: { times: 2 } })
    expect(stored('c')).toMatchObject({ position: events[2]!.position, document: { times: 1 } })
  })

  test('that touches nothing asks the store nothing', async () => {
    let asked = 0
    const { collection } = createMemoryCollection({ arrive: async () => asked++ })
    await foldSlice(tally, collection, logOf(added(), added()))
    await foldSlice(tally, collection, [])
    expect(asked).toBe(0)
  })

  test('delivered again changes nothing, and writes nothing', async () => {
    const { collection, writes, stored } = createMemoryCollection()
    const events = logOf(added('a'), added('a', 'b'))
    await foldSlice(tally, collection, events)
    const first = [stored('a'), stored('b')]
    await foldSlice(tally, collection, events)
    expect([stored('a'), stored('b')]).toEqual(first)
    expect(writes).toHaveLength(1)
  })

  test('with an event in it twice counts it once', async () => {
    const { collection, stored } = createMemoryCollection()
    const [event] = logOf(added('a'))
    await foldSlice(tally, collection, [event!, event!])
    expect(stored('a')!.document).toMatchObject({ times: 1 })
  })

  test('with an event that names a document twice counts it once', async () => {
    const { collection, stored } = createMemoryCollection()
    await foldSlice(tally, collection, logOf(added('a', 'a')))
    expect(stored('a')!.document).toMatchObject({ times: 1 })
  })
})

describe('a deleted document', () => {
  test('leaves a tombstone that carries the position of its end', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'))
    await foldSlice(tally, collection, events)
    expect(stored('a')).toEqual({ id: 'a', position: events[1]!.position, document: null })
    expect(await collection.get('a')).toBeUndefined()
  })

  test('is not revived by an event before its end that comes again', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'))
    await foldSlice(tally, collection, events)
    await foldSlice(tally, collection, events.slice(0, 1))
    expect(stored('a')!.document).toBeNull()
  })

  test('begins anew with an event after its end', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), added('a'), removed('a'), added('a'))
    await foldSlice(tally, collection, events.slice(0, 3))
    await foldSlice(tally, collection, events.slice(3))
    expect(stored('a')!.document).toEqual({ times: 1, seen: [events[3]!.position] })
  })

  test('that ends and begins in one slice is as if it had begun', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'), added('a'))
    await foldSlice(tally, collection, events)
    expect(stored('a')!.document).toEqual({ times: 1, seen: [events[2]!.position] })
  })
})

describe('a write that meets somebody else', () => {
  /** Just before the first write, another runner folds so many of the events. */
  const overtakenBy = (count: number, events: ReturnType<typeof logOf>) => {
    let overtaken = false
    const interfere: Interference = async (changes, next) => {
      if (!overtaken) {
        overtaken = true
        await foldSlice(tally, memory.collection, events.slice(0, count))
      }
      return next(changes)
    }
    const memory = createMemoryCollection({ interfere })
    return memory
  }

  test.each([1, 2, 3, 4])('is done again on what that one wrote: it had folded %d of 4', async (count) => {
    const events = logOf(added('a'), added('b', 'a'), added('a'), added('a'))
    const { collection, stored } = overtakenBy(count, events)
    await foldSlice(tally, collection, events)
    expect(stored('a')!.document).toEqual({ times: 4, seen: events.map(({ position }) => position) })
    expect(stored('b')!.document).toMatchObject({ times: 1 })
  })

  test('is done again for the documents in conflict only', async () => {
    const events = logOf(added('a'), added('b'), added('a'))
    const { collection, reads, writes } = overtakenBy(1, events)
    await foldSlice(tally, collection, events)
    expect(reads).toEqual([['a', 'b'], ['a'], ['a']])
    expect(writes.map((changes) => changes.map(({ id }) => id))).toEqual([['a', 'b'], ['a'], ['a']])
  })

  test('never puts an older document over a newer one', async () => {
    const events = logOf(added('a'), added('a'), added('a'))
    const { collection, stored } = overtakenBy(3, events)
    await foldSlice(tally, collection, events.slice(0, 1))
    expect(stored('a')).toMatchObject({ position: events[2]!.position, document: { times: 3 } })
  })
})

describe('an event that cannot be folded', () => {
  const events = logOf(added('a'), added('poison'), added('b'))

  test('is named, with its place and what was wrong', async () => {
    const { collection } = createMemoryCollection()
    const error = await foldSlice(tally, collection, events).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FoldError)
    expect(error).toMatchObject({ projection: 'tally', position: events[1]!.position, eventType: 'Added' })
    expect((error as FoldError).message).toContain('no')
    expect((error as FoldError).cause).toEqual(new Error('no'))
  })

  test('stops its slice: nothing of it is written', async () => {
    const { collection, writes } = createMemoryCollection()
    await expect(foldSlice(tally, collection, events)).rejects.toBeInstanceOf(FoldError)
    expect(writes).toEqual([])
  })
})
