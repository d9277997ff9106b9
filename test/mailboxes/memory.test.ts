// What mail servers said is in the log: processes share it, it ends by its kind, and it can be forgotten.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMailboxRecords, type MailboxRecords } from '../../src/features/mailboxes/index.js'
import { createKeyDerivation } from '../../src/kernel/crypto/keyDerivation.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import type { MailboxAnswer } from '../../src/kernel/ports/mailboxes.js'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { openRooms, type Rooms } from '../../testbed/features/history.js'
import { collect } from '../../testbed/given/events.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { openMailWorld } from '../../testbed/mail/world.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

let now = Date.parse('2026-12-10T08:00:00Z')
const clock = { now: () => now }
let rooms: Rooms
let server: MailServer
let guard: ConnectionGuard
const directory = tempDirectory({ quick: true })
beforeAll(async () => {
  guard = guardConnections()
  rooms = await openRooms(directory.path, clock, 1)
  server = await startMailServer()
})
beforeEach(() => server.forget())
afterAll(async () => {
  await server.close()
  await rooms.close()
  directory.remove()
  guard.release()
})

/** As in another process that uses the same stores. */
const another = (): MailboxRecords =>
  createMailboxRecords({
    eventing: rooms.flow.eventing,
    deriveKey: createKeyDerivation(Buffer.alloc(32, 7)),
    clock,
  })

const said = (differs: Partial<MailboxAnswer> = {}): MailboxAnswer => ({
  result: 'exists',
  acceptAll: 'no',
  code: 250,
  enhancedCode: '2.1.5',
  table: 1,
  operator: 'one.example',
  checkedAt: now,
  final: true,
  ...differs,
})
const operator = { id: 'operator', correlationId: 'c', commandId: 'c' }

describe('an answer', () => {
  test('is given again to whoever asks, word for word, until it ends', async () => {
    await rooms.mailboxRecords.memory.remember('ada@one.example', 'one.example', said())
    const { memory } = another()
    expect(await memory.recall('ada@one.example', 'one.example', now + DAY_MS - 1)).toEqual({
      answer: said(),
      answeredAt: said().checkedAt,
      attempts: 0,
      acceptAll: 'no',
      acceptAllAt: now,
    })
    expect(await memory.recall('ada@one.example', 'one.example', now + DAY_MS)).toMatchObject({
      answer: undefined,
      acceptAll: 'unknown',
    })
  })

  test('that is not final counts, and ends when another is possible', async () => {
    const { memory } = rooms.mailboxRecords
    const greylisted = said({ result: 'greylisted', acceptAll: 'unknown', final: false, retryAt: now + MINUTE_MS })
    await memory.remember('bob@one.example', 'one.example', greylisted)
    await memory.remember('bob@one.example', 'one.example', greylisted)
    const recall = (at: number) => memory.recall('bob@one.example', 'one.example', at)
    expect(await recall(now + MINUTE_MS - 1)).toMatchObject({ answer: greylisted, attempts: 2 })
    expect(await recall(now + MINUTE_MS)).toMatchObject({ answer: undefined, attempts: 2 })
  })

  test('about a whole domain is known for all its mailboxes, for a week', async () => {
    const { memory } = rooms.mailboxRecords
    await memory.remember('ada@all.example', 'all.example', said({ result: 'accept_all', acceptAll: 'yes' }))
    const recall = (address: string, at: number) => another().memory.recall(address, 'all.example', at)
    expect(await recall('bob@all.example', now + 7 * DAY_MS - 1)).toMatchObject({ answer: undefined, acceptAll: 'yes' })
    expect(await recall('ada@all.example', now + 7 * DAY_MS - 1)).toMatchObject({ answer: { result: 'accept_all' } })
    expect(await recall('ada@all.example', now + 7 * DAY_MS)).toMatchObject({ answer: undefined, acceptAll: 'unknown' })
  })

  test('names neither the address nor an account in the log', async () => {
    const events = await collect(rooms.store.readAll({ types: new Set(['MailboxChecked']) }))
    expect(events.length).toBeGreaterThan(0)
    for (const { stream, data, meta } of events) {
      expect(stream).toBe('mailbox-2026-12')
      expect(meta.actor).toBe('system')
      expect(JSON.stringify(data)).not.toMatch(/ada|bob|@/)
      expect((data as { mailbox: string }).mailbox).toMatch(/^[\w-]{22}$/)
    }
  })
})

describe('forgetting', () => {
  test('ends what is known of a mailbox in every process, but not of its domain', async () => {
    const { memory, forgetMailbox } = rooms.mailboxRecords
    await memory.remember('dan@one.example', 'one.example', said())
    expect(await another().forgetMailbox('dan@one.example', operator)).toBe(true)
    expect(await memory.recall('dan@one.example', 'one.example', now)).toMatchObject({
      answer: undefined,
      attempts: 0,
      acceptAll: 'no',
    })
    expect(await forgetMailbox('dan@one.example', { ...operator, commandId: 'd' })).toBe(false)
  })

  test('ends also what the read model has not seen', async () => {
    const own = tempDirectory({ quick: true })
    const behind = await openRooms(own.path, clock, 1)
    await behind.flow.runner.stop()
    const { memory, forgetMailbox } = behind.mailboxRecords
    await memory.remember('eve@one.example', 'one.example', said())
    expect(await forgetMailbox('eve@one.example', operator)).toBe(true)
    expect(await forgetMailbox('eve@one.example', { ...operator, commandId: 'd' })).toBe(false)
    await behind.close()
    own.remove()
  })
})

describe('a mail server', () => {
  const rcpt = (recipient: string) => (recipient.startsWith('ada') ? '250 Ok' : '550 5.1.1 User unknown')

  test('is asked once by processes that share the log, also about accept-all', async () => {
    server.say({ rcpt })
    now = Date.now()
    const worlds = [rooms.mailboxRecords, another()].map(({ memory }) => openMailWorld(server.port, { memory }))
    const [one, two] = worlds
    const first = await one!.ask('ada@shared.example')
    expect(first).toMatchObject({ result: 'exists', acceptAll: 'no', final: true })
    expect(await two!.ask('ada@shared.example', { account: 'bob' })).toEqual(first)
    expect(server.connections).toHaveLength(1)
    // The domain is known to refuse what it does not have: no second recipient.
    expect(await two!.ask('ada2@shared.example')).toMatchObject({ result: 'exists' })
    expect(server.recipients()).toHaveLength(3)
    await Promise.all(worlds.map((world) => world.close()))
  })

  test('is not asked while the memory cannot be read', async () => {
    server.say({ rcpt })
    const memory = {
      recall: async () => {
        throw new StoreUnavailable()
      },
      remember: async () => undefined,
    }
    const world = openMailWorld(server.port, { memory })
    expect(await world.ask('ada@away.example')).toMatchObject({ result: 'not_checked', final: false })
    expect(server.connections).toEqual([])
    await world.close()
  })

  test('is the only one that was connected to', () => expect(guard.strangers).toEqual([]))
})
