// Folding a slice of events into a collection.
import { describe, expect, test } from '@jest/globals'
import { FoldError, foldSlice } from '../../src/eventing/fold.js'
import type { Projection } from '../../src/eventing/projection.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { createRecordedLog } from '../../testbed/given/recordedLog.js'
import { createMemoryCollection, type Interference } from './memoryCollection.js'

type Tallied =
  | DomainEvent<'Added', { readonly to: readonly string[] }>
  | DomainEvent<'Removed', { readonly id: string }>
type Tally = { readonly times: number; readonly seen: readonly string[] }

/** Counts events and records where they occurred; folding the address `poison` throws. */
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

  test('that touches no document makes no store call', async () => {
    let reads = 0
    const { collection } = createMemoryCollection({ arrive: async () => reads++ })
    await foldSlice(tally, collection, logOf(added(), added()))
    await foldSlice(tally, collection, [])
    expect(reads).toBe(0)
  })

  test('delivered again writes nothing', async () => {
    const { collection, writes, stored } = createMemoryCollection()
    const events = logOf(added('a'), added('a', 'b'))
    await foldSlice(tally, collection, events)
    const first = [stored('a'), stored('b')]
    await foldSlice(tally, collection, events)
    expect([stored('a'), stored('b')]).toEqual(first)
    expect(writes).toHaveLength(1)
  })

  test('that contains an event twice counts it once', async () => {
    const { collection, stored } = createMemoryCollection()
    const [event] = logOf(added('a'))
    await foldSlice(tally, collection, [event!, event!])
    expect(stored('a')!.document).toMatchObject({ times: 1 })
  })

  test('whose event names a document twice counts it once', async () => {
    const { collection, stored } = createMemoryCollection()
    await foldSlice(tally, collection, logOf(added('a', 'a')))
    expect(stored('a')!.document).toMatchObject({ times: 1 })
  })
})

describe('a deleted document', () => {
  test('leaves a tombstone with the position of its deletion', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'))
    await foldSlice(tally, collection, events)
    expect(stored('a')).toEqual({ id: 'a', position: events[1]!.position, document: null })
    expect(await collection.get('a')).toBeUndefined()
  })

  test('is not revived by an earlier event delivered again', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'))
    await foldSlice(tally, collection, events)
    await foldSlice(tally, collection, events.slice(0, 1))
    expect(stored('a')!.document).toBeNull()
  })

  test('is created again by an event after its deletion', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), added('a'), removed('a'), added('a'))
    await foldSlice(tally, collection, events.slice(0, 3))
    await foldSlice(tally, collection, events.slice(3))
    expect(stored('a')!.document).toEqual({ times: 1, seen: [events[3]!.position] })
  })

  test('deleted and created in one slice is a new document', async () => {
    const { collection, stored } = createMemoryCollection()
    const events = logOf(added('a'), removed('a'), added('a'))
    await foldSlice(tally, collection, events)
    expect(stored('a')!.document).toEqual({ times: 1, seen: [events[2]!.position] })
  })
})

describe('a write that conflicts', () => {
  /** Another runner folds `count` of the events just before the first write. */
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

  test.each([1, 2, 3, 4])('is repeated on top of the other write, which had folded %d of 4 events', async (count) => {
    const events = logOf(added('a'), added('b', 'a'), added('a'), added('a'))
    const { collection, stored } = overtakenBy(count, events)
    await foldSlice(tally, collection, events)
    expect(stored('a')!.document).toEqual({ times: 4, seen: events.map(({ position }) => position) })
    expect(stored('b')!.document).toMatchObject({ times: 1 })
  })

  test('is repeated only for the documents in conflict', async () => {
    const events = logOf(added('a'), added('b'), added('a'))
    const { collection, reads, writes } = overtakenBy(1, events)
    await foldSlice(tally, collection, events)
    expect(reads).toEqual([['a', 'b'], ['a'], ['a']])
    expect(writes.map((changes) => changes.map(({ id }) => id))).toEqual([['a', 'b'], ['a'], ['a']])
  })

  test('never replaces a newer document by an older one', async () => {
    const events = logOf(added('a'), added('a'), added('a'))
    const { collection, stored } = overtakenBy(3, events)
    await foldSlice(tally, collection, events.slice(0, 1))
    expect(stored('a')).toMatchObject({ position: events[2]!.position, document: { times: 3 } })
  })
})

describe('an event that cannot be folded', () => {
  const events = logOf(added('a'), added('poison'), added('b'))

  test('is named with position and reason', async () => {
    const { collection } = createMemoryCollection()
    const error = await foldSlice(tally, collection, events).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FoldError)
    expect(error).toMatchObject({ projection: 'tally', position: events[1]!.position, eventType: 'Added' })
    expect((error as FoldError).message).toContain('no')
    expect((error as FoldError).cause).toEqual(new Error('no'))
  })

  test('prevents its slice from being written', async () => {
    const { collection, writes } = createMemoryCollection()
    await expect(foldSlice(tally, collection, events)).rejects.toBeInstanceOf(FoldError)
    expect(writes).toEqual([])
  })
})
