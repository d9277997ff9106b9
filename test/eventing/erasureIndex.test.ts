// Read models forget an erased owner, and stay equal to the log.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { erasures } from '../../src/eventing/erasureIndex.js'
import type { AnyProjection, Projection } from '../../src/eventing/projection.js'
import { dump } from '../../src/eventing/verify.js'
import type { DomainEvent } from '../../src/kernel/envelope.js'
import { collect } from '../../testbed/given/events.js'
import { someone } from './tallies.js'
import { createWorld, type Process, type World } from './world.js'

type Given = DomainEvent<'Given', { readonly to: string; readonly thing: string }>
type Thing = { readonly owner: string; readonly times: number }

/** An item belongs to the account it was last given to. */
const things: Projection<Given, Thing> = {
  name: 'things',
  version: 1,
  keys: ({ type, data }) => (type === 'Given' ? [data.thing] : []),
  apply: (document, { data: { to: owner } }) => ({ owner, times: (document?.times ?? 0) + 1 }),
}

const given = (to: string, thing: string): Given => ({ type: 'Given', data: { to, thing } })
const erased = (account: string) => ({ type: 'AccountErased', data: { account } })

let world: World
let flow: Process
const projections: readonly AnyProjection[] = [erasures, things]
const open = (options: Partial<Parameters<World['openProcess']>[0]> = {}) =>
  world.openProcess({ projections, ...options })
beforeEach(async () => {
  world = createWorld()
  flow = await open()
})
afterEach(() => world.dispose())

const write = async (...events: readonly DomainEvent[]) => {
  for (const event of events) await flow.eventing.append('things-1', [event], someone(), 'any')
}
const dumpOf = async ({ generations }: Process, projection: AnyProjection = things) =>
  (await collect(dump((await generations.live(projection)).generation.collection))).join('')
const idsIn = async (process: Process) => {
  const ids: string[] = []
  for await (const { id } of (await process.generations.live(things)).generation.collection.all()) ids.push(id)
  return ids
}

describe('a read model, once an owner is erased', () => {
  test('keeps no document of the owner, and every document of others', async () => {
    await write(given('ada', 'a'), given('ada', 'b'), given('bob', 'b'), given('bob', 'c'), erased('ada'))
    await flow.untilFolded()
    expect(await idsIn(flow)).toEqual(['b', 'c'])
  })

  test('creates nothing from later events about the owner, in the same slice or in others', async () => {
    await write(given('ada', 'a'), erased('ada'), given('ada', 'a'), given('ada', 'new'))
    await flow.untilFolded()
    await write(given('ada', 'later'), given('bob', 'd'))
    await flow.untilFolded()
    expect(await idsIn(flow)).toEqual(['d'])
  })

  test('creates nothing from them in a process started after the erasure, and reads the log incrementally', async () => {
    await write(given('ada', 'a'), erased('ada'))
    await flow.untilFolded()
    await flow.end()
    const reads: unknown[] = []
    flow = await open({
      store: (real) => ({
        ...real,
        readAll: (options = {}) => {
          if (options.types?.has('AccountErased')) reads.push(options.after)
          return real.readAll(options)
        },
      }),
    })
    const head = await flow.store.head()
    await write(given('ada', 'new'), given('bob', 'd'))
    await flow.untilFolded()
    expect(await idsIn(flow)).toEqual(['d'])
    expect(reads.every((after) => (after as string) >= head)).toBe(true)
  })

  test('is byte-identical after a rebuild, and verified as equal', async () => {
    await write(given('ada', 'a'), given('bob', 'b'), erased('ada'), given('ada', 'late'), given('bob', 'a'))
    await flow.untilFolded()
    const before = await dumpOf(flow)
    expect(before).toContain('bob')
    expect(before).not.toContain('ada')
    expect((await flow.verify(['erasures', 'things'])).map(({ different }) => different)).toEqual([[], []])
    await flow.rebuild(['erasures', 'things'])
    expect(await dumpOf(flow)).toBe(before)
  })

  test('is verified as different if a document of the owner is left', async () => {
    await write(given('ada', 'a'), erased('ada'))
    await flow.untilFolded()
    const { collection } = flow.runner.serving('things')
    const [tombstone] = await collection.getMany(['a'])
    const document = { owner: 'ada', times: 1 }
    await collection.write([{ id: 'a', position: tombstone!.position, expected: tombstone!.position, document }])
    expect(await flow.verify(['things'])).toMatchObject([{ different: ['a'] }])
  })

  test('replays no document of the owner', async () => {
    await write(given('ada', 'a'), given('bob', 'b'), erased('ada'))
    await flow.untilFolded()
    const model = flow.eventing.read(things)
    await flow.eventing.append('things-a', [given('ada', 'a')], someone(), 'any')
    expect(await model.getOrReplay('a', 'things-a')).toBeUndefined()
    expect(await model.getUpToHead('a')).toBeUndefined()
    expect(await model.getOrReplay('b', 'things-1')).toMatchObject({ owner: 'bob' })
  })
})

describe('an erased owner', () => {
  test('is known from the log, even before any model has folded the erasure', async () => {
    await flow.end()
    flow = await open({ start: false })
    await write(erased('ada'))
    const position = await flow.store.head()
    await write(given('bob', 'b'), erased('cleo'))
    expect([...(await flow.eventing.erased())]).toEqual([
      ['ada', position],
      ['cleo', await flow.store.head()],
    ])
  })

  test('is reported as lost when a restored log no longer has the erasure', async () => {
    await write(given('ada', 'a'), given('ada', 'b'), erased('ada'))
    await flow.untilFolded()
    await flow.end()
    flow = await open({ log: 'older.mdb', start: false })
    await write(given('ada', 'a'))
    expect([...(await flow.eventing.erased())]).toEqual([])
    expect((await flow.lost(erasures)).map(({ id }) => id)).toEqual(['ada'])
  })
})
