// A log whose oldest months are in a bucket answers as before, on the bucket's bad days too.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { createS3Bucket } from '../../src/adapters/bucket/s3.js'
import { createLmdbChainLinks } from '../../src/adapters/eventstore/lmdb/chainLinks.js'
import { createLmdbEventStore } from '../../src/adapters/eventstore/lmdb/eventStore.js'
import { createLmdbLogArchive } from '../../src/adapters/eventstore/lmdb/logArchive.js'
import { createSegmentFiles } from '../../src/adapters/eventstore/lmdb/segmentFiles.js'
import { runArchive } from '../../src/composition/archive/run.js'
import { verifyArchive } from '../../src/composition/archive/verify.js'
import { openLmdbLog } from '../../src/composition/profiles/lmdbLog.js'
import { createCheckLog } from '../../src/eventing/logCheck/check.js'
import { eventText } from '../../src/kernel/chain.js'
import { eventId, newId } from '../../src/kernel/ids.js'
import { silentLog } from '../../src/kernel/log.js'
import { BucketError } from '../../src/kernel/ports/bucket.js'
import type { EventStore } from '../../src/kernel/ports/eventStore.js'
import { createResources } from '../../src/kernel/resources.js'
import { DAY_MS, HOUR_MS } from '../../src/kernel/time.js'
import { collect, follow } from '../../testbed/given/events.js'
import { at } from '../../testbed/stores/documents.js'
import { type Fault, type S3Faults, startFaults } from '../../testbed/stores/s3/faults.js'
import { type S3Server, startS3, whyNoS3 } from '../../testbed/stores/s3/server.js'
import { describeUnless } from '../support/describeUnless.js'
import { logPlacePerTest, START_TIME } from './logPlace.js'

const COUNT = 240
const RANGE = 40
const BEFORE = Date.UTC(2026, 3, 1)

describeUnless(whyNoS3(), 'an archive in a bucket', () => {
  let server: S3Server
  let faults: S3Faults
  beforeAll(async () => {
    server = await startS3()
    faults = await startFaults(server.port)
  })
  afterAll(async () => {
    await faults?.close()
    await server?.close()
  })

  const { clock, file, archive: cache, opened, closeAll } = logPlacePerTest()
  beforeEach(() => {
    faults.set(() => undefined)
    for (const name of readdirSync(server.directory)) rmSync(join(server.directory, name), { recursive: true })
  })

  const cached = () => readdirSync(cache()).filter((name) => name.endsWith('.seg'))
  const urlOf = (settings: Record<string, string>) => settings.ARCHIVE_BUCKET!
  function files({ port = faults.port, cacheBytes = 1, url = urlOf(server.settings(port)), secret = '' } = {}) {
    const settings = server.settings(port)
    return createSegmentFiles({
      directory: cache(),
      bucket: {
        objects: createS3Bucket({
          url,
          keyId: settings.ARCHIVE_BUCKET_KEY_ID!,
          secret: secret || settings.ARCHIVE_BUCKET_SECRET!,
          stallMs: 1_000,
          pausesMs: [1, 1, 1],
        }),
        cacheBytes,
      },
    })
  }
  const openStore = (place = files()) => opened(createLmdbEventStore({ path: file(), archive: place, clock }))
  const openArchive = (place = files()) => opened(createLmdbLogArchive(file(), place))
  const forget = () => rmSync(cache(), { recursive: true, force: true })

  async function fill(store: EventStore): Promise<void> {
    for (let number = 0; number < COUNT; number++) {
      const stream = `s-${(number * 7) % 5}`
      const meta = { schema: '1', correlationId: newId(), causationId: newId(), commandId: newId(), actor: 'ada' }
      const type = number % 3 === 0 ? 'AccountRegistered' : 'AddressVerified'
      await store.append(stream, [{ id: eventId(stream, 0, meta), type, data: { number }, meta }], { expected: 'any' })
      clock.value += 12 * HOUR_MS
    }
  }

  async function everything(store: EventStore) {
    const all = await collect(store.readAll())
    return {
      all: all.map(eventText),
      followed: (await follow(store.subscribe({ after: at(0), signal: new AbortController().signal }), COUNT)).map(
        eventText,
      ),
      streams: await Promise.all(
        [0, 1, 2, 3, 4].map(async (each) => (await collect(store.readStream(`s-${each}`))).map(eventText)),
      ),
      backwards: (await collect(store.readStream('s-1', { backwards: true, limit: 30 }))).map(eventText),
      single: await Promise.all([1, 77, 120, COUNT].map(async (each) => eventText((await store.eventAt(at(each)))!))),
      times: await Promise.all(
        Array.from({ length: 30 }, (_, each) => store.positionAt(START_TIME + (each - 1) * 5 * DAY_MS)),
      ),
    }
  }

  const run = (place = files()) =>
    runArchive({ events: openStore(place), archive: openArchive(place) }, { before: BEFORE, rangeEvents: RANGE })

  async function archived() {
    await fill(openStore())
    const before = await everything(openStore())
    const added = await run()
    return { before, added }
  }

  test('every read is the same with an empty cache, and with one that has room for one segment', async () => {
    const { before, added } = await archived()
    expect(added.length).toBeGreaterThan(4)
    expect(server.objects()).toHaveLength(added.length)
    expect(cached().length).toBe(1)
    expect(await everything(openStore())).toEqual(before)
    await closeAll()
    forget()
    expect(await everything(openStore())).toEqual(before)
    expect(cached().length).toBe(1)
    await closeAll()
    const roomy = files({ cacheBytes: 1e9 })
    expect(await everything(openStore(roomy))).toEqual(before)
    expect(cached().length).toBe(added.length)
    expect(await verifyArchive(openArchive(roomy))).toMatchObject({ problems: [], others: [] })
    const check = createCheckLog({
      store: openStore(),
      links: opened(createLmdbChainLinks(file())),
      setAside: async () => [],
      rangeEvents: RANGE,
    })
    expect(await check({ signal: new AbortController().signal })).toMatchObject({ damage: [], events: COUNT })
    // The names of segments come from the log: the bucket was never asked for a list.
    expect(faults.requests.filter((each) => each.includes('?') || !each.includes('.seg'))).toEqual([])
  })

  test('an append that is repeated after its events went to the bucket returns the first outcome', async () => {
    const store = openStore()
    const meta = { schema: '1', correlationId: newId(), causationId: newId(), commandId: newId(), actor: 'ada' }
    const event = { id: eventId('batch-1', 0, meta), type: 'BatchSubmitted', data: { total: 1 }, meta }
    const first = await store.append('batch-1', [event], { expected: 'no_stream' })
    await fill(store)
    await run()
    forget()
    const again = openStore()
    const others = Promise.all(
      [1, 2, 3].map((each) => again.append(`other-${each}`, [{ ...event, id: newId() }], { expected: 'no_stream' })),
    )
    expect(await again.append('batch-1', [event], { expected: 'no_stream' })).toEqual(first)
    expect(await others).toHaveLength(3)
  })

  const bad: [string, (count: number) => Fault | undefined][] = [
    ['that is busy', (count) => (count % 3 < 2 ? { status: 503, code: 'SlowDown' } : undefined)],
    ['that closes connections', (count) => (count % 2 === 0 ? 'closed' : undefined)],
    ['that sends half a body', (count) => (count % 2 === 0 ? { half: 0.5 } : undefined)],
    ['that stalls within an answer', (count) => (count % 3 === 0 ? 'stalled' : undefined)],
    ['that sometimes never answers', (count) => (count % 4 === 0 ? 'silent' : undefined)],
    ['that sends slowly', () => ({ pieceMs: 5 })],
  ]
  test.each(bad)('a bucket %s delays reads and runs, and changes nothing', async (_, faultOf) => {
    await fill(openStore())
    const before = await everything(openStore())
    faults.set((_request, count) => faultOf(count))
    const added = await run()
    expect(added.length).toBeGreaterThan(4)
    await closeAll()
    forget()
    // The subscription and reads of all events wait; those of single events would only wait for four seconds.
    expect((await collect(openStore(files({ cacheBytes: 1e9 })).readAll())).map(eventText)).toEqual(before.all)
    faults.set(() => undefined)
    expect(await everything(openStore())).toEqual(before)
  })

  test('whoever waits for an answer about archived months is told within seconds that the bucket is slow', async () => {
    const { before } = await archived()
    await closeAll()
    forget()
    faults.set(({ method }) => (method === 'GET' ? { pieceMs: 400 } : undefined))
    const place = files()
    const store = openStore(place)
    const started = Date.now()
    const asked = [collect(store.readAll({ soon: true })), store.positionAt(START_TIME + DAY_MS, { soon: true })]
    for (const answer of asked) await expect(answer).rejects.toThrow('is in the bucket, which is slow')
    expect(Date.now() - started).toBeLessThan(7_000)
    // Whoever does not, waits on; but not once they want no answer any more, or when the process ends.
    const [given, reason] = [new AbortController(), new Error('not any more')]
    const { signal } = given
    const unwanted = [collect(store.readAll({ signal })), store.positionAt(START_TIME + DAY_MS, { signal })]
    given.abort(reason)
    for (const answer of unwanted) await expect(answer).rejects.toBe(reason)
    const waits = collect(store.readAll())
    place.close()
    await expect(waits).rejects.toThrow('does not answer (the process ends)')
    expect(Date.now() - started).toBeLessThan(7_500)
    faults.set(() => undefined)
    await closeAll()
    expect((await collect(openStore().readAll({ soon: true }))).map(eventText)).toEqual(before.all)
  }, 60_000)

  test('what is uploaded and not shown yet, or not as it was, does not leave the live log', async () => {
    await fill(openStore())
    const before = await everything(openStore())
    const faultsOf: [string, (method?: string) => Fault | undefined][] = [
      ['cannot be read back', (method) => (method === 'GET' ? { status: 404, code: 'NoSuchKey' } : undefined)],
      ['is not the segment that was archived', (method) => (method === 'GET' ? 'changed' : undefined)],
      ['is not the segment that was archived', (method) => (method === 'GET' ? { short: 0.5 } : undefined)],
      ['AccessDenied', (method) => (method === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined)],
      ['does not answer', (method) => (method === 'PUT' ? 'closed' : undefined)],
      ['BadDigest', (method) => (method === 'PUT' ? { status: 400, code: 'BadDigest' } : undefined)],
    ]
    for (const [message, faultOf] of faultsOf) {
      faults.set(({ method }) => faultOf(method))
      await expect(run()).rejects.toThrow(message)
      expect(await openArchive().segments()).toEqual([])
      expect(await everything(openStore())).toEqual(before)
    }
    // The first reads after an upload are of a time before it.
    faults.set(({ method }, count) => (method === 'GET' && count < 3 ? { status: 404, code: 'NoSuchKey' } : undefined))
    expect((await run()).length).toBeGreaterThan(4)
    expect(await everything(openStore())).toEqual(before)
  }, 120_000)

  test('an object that is missing or changed is never served, is named by checks, and is read once it is back', async () => {
    const { before, added } = await archived()
    await closeAll()
    forget()
    const object = join(server.directory, 'of', 'us', server.objects()[1]!)
    const whole = readFileSync(object)
    const changed = Buffer.from(whole)
    changed[whole.length >> 1]! ^= 1
    const url = `${urlOf(server.settings(faults.port))}/${server.objects()[1]}`

    for (const content of [changed, whole.subarray(0, 100), Buffer.concat([whole, whole])]) {
      writeFileSync(object, content)
      await expect(collect(openStore().readAll())).rejects.toThrow(`${url} is damaged: it is not the segment`)
      expect((await verifyArchive(openArchive())).problems).toEqual([expect.stringContaining(added[1]!.file)])
      await closeAll()
    }
    rmSync(object)
    await expect(collect(openStore().readAll())).rejects.toThrow(`${url} is missing: it contains the events `)
    const check = createCheckLog({
      store: openStore(),
      links: opened(createLmdbChainLinks(file())),
      setAside: async () => [],
      rangeEvents: RANGE,
    })
    expect((await check({ signal: new AbortController().signal })).damage[0]!.problem).toContain(url)
    expect((await verifyArchive(openArchive())).problems).toEqual([expect.stringContaining('it is missing')])
    mkdirSync(dirname(object), { recursive: true })
    writeFileSync(object, whole)
    expect(await everything(openStore())).toEqual(before)
  })

  test('a copy in the cache that is torn or edited is replaced by that of the bucket', async () => {
    const { before } = await archived()
    await closeAll()
    await everything(openStore(files({ cacheBytes: 1e9 })))
    await closeAll()
    for (const name of cached()) {
      const path = join(cache(), name)
      const content = readFileSync(path)
      content[content.length >> 1]! ^= 1
      writeFileSync(path, statSync(path).size % 2 === 0 ? content : content.subarray(0, 50))
    }
    expect((await verifyArchive(openArchive(files({ cacheBytes: 1e9 })))).problems[0]).toContain('delete it')
    expect(await everything(openStore(files({ cacheBytes: 1e9 })))).toEqual(before)
    expect((await verifyArchive(openArchive(files({ cacheBytes: 1e9 })))).problems).toEqual([])
  })

  test('segments from before the bucket are uploaded, and another bucket takes over those that were copied to it', async () => {
    const local = createSegmentFiles({ directory: cache() })
    await fill(openStore(local))
    const before = await everything(openStore(local))
    const added = await run(local)
    expect(server.objects()).toEqual([])
    await closeAll()

    expect(await run()).toEqual([])
    expect(server.objects()).toHaveLength(added.length)
    expect(await everything(openStore())).toEqual(before)
    await closeAll()

    const moved = join(server.directory, 'elsewhere')
    mkdirSync(moved)
    const url = urlOf(server.settings(faults.port)).replace('/of/us', '/elsewhere')
    const [missing, ...others] = server.objects()
    for (const name of others) copyFileSync(join(server.directory, 'of', 'us', name), join(moved, name))
    forget()
    await expect(run(files({ url }))).rejects.toThrow(
      `${url}/${missing} is missing: it contains the events 1 to ${RANGE} of this log; it was uploaded to `,
    )
    copyFileSync(join(server.directory, 'of', 'us', missing!), join(moved, missing!))
    rmSync(join(server.directory, 'of'), { recursive: true })
    await run(files({ url }))
    expect(await everything(openStore(files({ url })))).toEqual(before)
    // Without the bucket, the line says which it is.
    await closeAll()
    forget()
    expect(() => openStore(createSegmentFiles({ directory: cache() }))).toThrow(`Set ARCHIVE_BUCKET to ${url}`)
  })

  test('each refusal of a bucket is one sentence that names the setting', async () => {
    const { added } = await archived()
    await closeAll()
    forget()
    const read = (place: ReturnType<typeof files>) => collect(openStore(place).readAll())
    await expect(read(files({ secret: 'wrong' }))).rejects.toThrow(
      /^ARCHIVE_BUCKET_SECRET: http.* does not accept the signature/,
    )
    const other = urlOf(server.settings()).replace('/archive/', '/none/')
    await expect(read(files({ url: other }))).rejects.toThrow(/^ARCHIVE_BUCKET: there is no bucket at http/)
    await expect(read(files({ port: 1 }))).rejects.toThrow(/^ARCHIVE_BUCKET: http.* does not answer \(/)
    // Versity's gateway answers 404 to a key that it does not know: nothing is missing.
    faults.set(({ method }) => (method === 'HEAD' ? undefined : { status: 404, code: 'XAdminUserNotFound' }))
    await expect(read(files())).rejects.toThrow('refuses the request (404 XAdminUserNotFound')
    for (const [code, setting] of [
      ['InvalidAccessKeyId', 'ARCHIVE_BUCKET_KEY_ID'],
      ['AuthorizationHeaderMalformed', 'ARCHIVE_BUCKET_REGION'],
      ['RequestTimeTooSkewed', 'the clock of this machine'],
    ] as const) {
      faults.set(() => ({ status: 403, code }))
      await expect(read(files())).rejects.toThrow(setting)
    }
    // A start does not wait for a bucket that is silent: it asks once.
    faults.set(() => 'silent')
    const sent = faults.requests.length
    await expect(files().probe(added)).rejects.toThrow(/does not answer \(nothing arrived for 1 s\)/)
    expect(faults.requests.slice(sent)).toEqual([expect.stringMatching(/^HEAD /)])
    const warned: unknown[] = []
    const closing = createResources()
    await openLmdbLog(
      {
        path: file(),
        archive: files(),
        clock,
        log: { ...silentLog, warn: (fields: object) => void warned.push(fields) },
      },
      closing,
    )
    await closing.close()
    expect(warned).toEqual([{ error: expect.any(BucketError) }])
    await expect(files({ url: urlOf(server.settings()).replace('/of/us', '/of/them') }).probe(added)).rejects.toThrow(
      `is missing: it contains the events`,
    )
  })
})
