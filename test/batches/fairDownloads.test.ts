// Downloads share the process fairly between accounts.
import { setMaxListeners } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { createFairDownloads, type FairDownloads } from '../../src/features/batches/internal/fairDownloads.js'
import { eventually } from '../../testbed/eventually.js'

async function* pieces(count = 3) {
  for (let piece = 0; piece < count; piece++) yield piece
}

/** A download whose client has read its first piece and then stops; undefined while it is queued. */
function begin(fairly: FairDownloads, account: string) {
  const download = fairly(account, pieces())
  const state = { started: false, download }
  download.next().then(
    () => {
      state.started = true
    },
    () => {},
  )
  return state
}

const beginMany = (fairly: FairDownloads, account: string, count: number) =>
  Array.from({ length: count }, () => begin(fairly, account))
const startedOf = (all: readonly { readonly started: boolean }[]) => all.filter(({ started }) => started).length

const TOO_MANY = { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('Too many downloads') }

describe('downloads', () => {
  test('yield every piece, in order', async () => {
    const passed: number[] = []
    for await (const piece of createFairDownloads()('ada', pieces(20))) passed.push(piece)
    expect(passed).toEqual(Array.from({ length: 20 }, (_, at) => at))
  })

  test('that have ended free their permits', async () => {
    const fairly = createFairDownloads()
    let ended = 0
    for (let time = 0; time < 100; time++) for await (const piece of fairly('ada', pieces(1))) ended += 1 - piece
    expect(ended).toBe(100)
  })

  test('of one account wait for each other, and for no other account', async () => {
    const fairly = createFairDownloads()
    const greedy = beginMany(fairly, 'greedy', 500)
    await nextTurn()
    const had = startedOf(greedy)
    expect(had).toBe(33)
    const others = Array.from({ length: 20 }, (_, index) => begin(fairly, `other ${index}`))
    await nextTurn()
    expect(startedOf(others)).toBe(20)
    // A client that disconnects frees its permit.
    for (const { download } of others) await download.return()
    await greedy[0]!.download.return()
    await eventually(
      () => startedOf(greedy),
      (now) => now > had,
    )
  })

  test('beyond the queue limit are refused, for that account only', async () => {
    const fairly = createFairDownloads()
    const greedy = beginMany(fairly, 'greedy', 33 + 50)
    await nextTurn()
    await expect(fairly('greedy', pieces()).next()).rejects.toMatchObject(TOO_MANY)
    expect(await fairly('other', pieces()).next()).toEqual({ done: false, value: 0 })
    await greedy[0]!.download.return()
    await eventually(
      () => startedOf(greedy),
      (now) => now === 34,
    )
    begin(fairly, 'greedy')
    await expect(fairly('greedy', pieces()).next()).rejects.toMatchObject(TOO_MANY)
  })

  test('are refused after a short wait', async () => {
    const fairly = createFairDownloads({ timeoutMs: 20 })
    const downloads = beginMany(fairly, 'ada', 33)
    await expect(fairly('ada', pieces()).next()).rejects.toMatchObject(TOO_MANY)
    await downloads[0]!.download.return()
    expect(await fairly('ada', pieces()).next()).toEqual({ done: false, value: 0 })
  })

  test('whose clients have disconnected leave the queue', async () => {
    const fairly = createFairDownloads()
    beginMany(fairly, 'ada', 33)
    const gone = new Error('gone')
    for (let round = 0; round < 3; round++) {
      const client = new AbortController()
      setMaxListeners(0, client.signal)
      const waiting = Array.from({ length: 50 }, () => fairly('ada', pieces(), client.signal).next())
      const outcomes = Promise.allSettled(waiting)
      await nextTurn()
      client.abort(gone)
      expect(await outcomes).toEqual(Array(50).fill({ status: 'rejected', reason: gone }))
      await expect(fairly('ada', pieces(), client.signal).next()).rejects.toBe(gone)
    }
  })

  test('that fail free their permits too', async () => {
    const fairly = createFairDownloads()
    async function* failing(): AsyncGenerator<number> {
      yield 1
      throw new Error('gone')
    }
    for (let time = 0; time < 100; time++) {
      const download = fairly('ada', failing())
      await download.next()
      await expect(download.next()).rejects.toThrow('gone')
    }
  })
})
