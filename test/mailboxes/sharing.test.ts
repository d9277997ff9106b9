// Politeness between the processes of an installation, and after one of them was killed, as mail servers see it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createMongoDocumentStore } from '../../src/adapters/documents/mongodb/documentStore.js'
import type { MailboxesOptions } from '../../src/adapters/smtp/mailboxes.js'
import { MAILBOX_GATES } from '../../src/adapters/smtp/mailboxes.js'
import { systemClock } from '../../src/kernel/clock.js'
import type { DocumentStore } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { HOUR_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { eventually } from '../../testbed/eventually.js'
import { type ConnectionGuard, guardConnections } from '../../testbed/mail/loopbackOnly.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { type Hosts, type MailWorld, openMailWorld } from '../../testbed/mail/world.js'
import { lmdbDocuments } from '../../testbed/stores/lmdbDocuments.js'
import { testConnections } from '../../testbed/stores/mongo/connections.js'
import { describeMongo } from '../support/describeMongo.js'

interface Stores {
  /** A handle of its own for each process. */
  open(): Promise<DocumentStore>
  dispose(): Promise<void>
}

function between(name: string, given: () => Stores): void {
  describe(`between processes that share ${name}, a mail server`, () => {
    let stores: Stores
    let guard: ConnectionGuard
    let server: MailServer
    let processes: MailWorld[]
    beforeAll(async () => {
      guard = guardConnections()
      server = await startMailServer()
    })
    beforeEach(() => {
      stores = given()
      processes = []
      server.forget()
      server.say({ rcpt: (recipient) => (recipient.startsWith('ada') ? '250 Ok' : '550 5.1.1 User unknown') })
    })
    afterEach(async () => {
      await Promise.all(processes.map((process) => process.close()))
      await stores.dispose()
    })
    afterAll(async () => {
      await server.close()
      guard.release()
    })

    let started = 0
    async function start(
      options: Partial<MailboxesOptions> & { isAlone?: boolean; hosts?: Hosts } = {},
    ): Promise<MailWorld> {
      const { isAlone = false, ...others } = options
      const sharing = {
        documents: await stores.open(),
        idOf: (text: string) => text,
        holder: `process${started++}`,
        isAlone,
        clock: systemClock,
      }
      const process = openMailWorld(server.port, { sharing, ...others })
      processes.push(process)
      return process
    }
    const startAll = (count: number, options: Partial<MailboxesOptions> = {}) =>
      Promise.all(Array.from({ length: count }, () => start(options)))
    const exchanges = ['mx.one.example']

    test('never sees more connections at a time, or more recipients, than of one process', async () => {
      const limits = { connections: 2, connectionsPerMinute: 1_000, recipientsPerMinute: 30 }
      const all = await startAll(4, { limits })
      server.say({
        greeting: (socket) => setTimeout(() => socket.write('220 mx.example\r\n'), 30),
        rcpt: (recipient) => (recipient.startsWith('ada') ? '250 Ok' : '550 5.1.1 User unknown'),
      })
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, server.open)
      }, 1)
      const asked = all.flatMap((process, at) =>
        Array.from({ length: 50 }, (_, row) =>
          process.ask(`ada${at}-${row}@one.example`, { account: `account${row}`, waitMs: 4_000 }),
        ),
      )
      const answers = await Promise.all(asked)
      clearInterval(watch)
      expect(answers.filter(({ result }) => result === 'exists').length).toBeGreaterThan(10)
      expect(server.recipients().length).toBeLessThanOrEqual(30)
      expect(most).toBeGreaterThan(0)
      expect(most).toBeLessThanOrEqual(2)
    })

    test('never sees more connections a minute than of one process', async () => {
      const limits = { connections: 10, connectionsPerMinute: 5, recipientsPerMinute: 1_000 }
      const all = await startAll(4, { limits })
      await Promise.all(
        all.flatMap((process, at) =>
          Array.from({ length: 5 }, (_, row) =>
            process.ask(`ada${at}-${row}@d${at}${row}.example`, {
              exchanges: [`mx.d${at}${row}.example`],
              waitMs: 2_000,
            }),
          ),
        ),
      )
      expect(server.connections.length).toBeLessThanOrEqual(5)
      expect(server.connections.length).toBeGreaterThan(2)
    })

    test('serves each process, however many questions another has', async () => {
      const limits = { connections: 1, connectionsPerMinute: 1_000, recipientsPerMinute: 1_000 }
      const [busy, other] = (await startAll(2, { limits })) as [MailWorld, MailWorld]
      const slow = (reply: string) => (socket: { write(text: string): unknown }) =>
        void setTimeout(() => socket.write(`${reply}\r\n`), 50)
      server.say({ rcpt: (recipient) => slow(recipient.startsWith('ada') ? '250 Ok' : '550 5.1.1 User unknown') })
      const many = Array.from({ length: 200 }, (_, row) =>
        busy.ask(`ada${row}@one.example`, { waitMs: 15_000, account: `account${row % 5}` }),
      )
      await eventually(
        () => server.recipients().length,
        (count) => count > 3,
      )
      expect(await other.ask('ada@one.example', { waitMs: 15_000 })).toMatchObject({ result: 'exists' })
      expect(server.recipients().filter((recipient) => recipient.startsWith('ada')).length).toBeLessThan(150)
      await busy.close()
      await Promise.all(many)
    })

    test('that has refused one process is left in peace by all', async () => {
      const [one, other] = (await startAll(2)) as [MailWorld, MailWorld]
      server.say({ mail: '554 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org' })
      await one.ask('ada@one.example', { exchanges })
      const answer = await other.ask('bob@two.example', { exchanges })
      expect(answer).toMatchObject({ result: 'blocked_here', cause: 'paused' })
      expect(answer.retryAt! - Date.now()).toBeGreaterThan(5.9 * HOUR_MS)
      expect(server.connections).toHaveLength(1)
    })

    test('whose one domain has refused one process is not asked about it by another', async () => {
      const [one, other] = (await startAll(2)) as [MailWorld, MailWorld]
      server.say({ rcpt: '550 5.7.1 Blocked by policy of this domain' })
      await one.ask('ada@one.example', { exchanges })
      const answer = await other.ask('bob@one.example', { exchanges: ['mx.elsewhere.example'] })
      expect(answer).toMatchObject({ result: 'blocked_here', cause: 'paused' })
      expect(server.connections).toHaveLength(1)
    })

    test('is not asked again by questions that waited when it refused', async () => {
      const one = await start({ limits: { connections: 1, connectionsPerMinute: 100, recipientsPerMinute: 100 } })
      server.say({ mail: '421 4.7.0 Too many connections, try again later' })
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, row) => one.ask(`ada${row}@one.example`, { exchanges })),
      )
      expect(answers.map(({ result }) => result)).toEqual(answers.map(() => 'rate_limited'))
      expect(server.connections).toHaveLength(1)
    })

    test('sees what a process had done that was killed, and no more by the next one', async () => {
      const limits = { connections: 2, connectionsPerMinute: 100, recipientsPerMinute: 10 }
      const killed = await start({ limits })
      for (const row of [1, 2, 3]) await killed.ask(`ada${row}@one.example`)
      const named = server.recipients().length
      // A process that was killed records nothing more; this one does nothing more, and is closed at the end of the test.
      const next = await start({ limits, isAlone: true })
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, row) => next.ask(`adam${row}@one.example`, { waitMs: 1_500 })),
      )
      expect(named).toBeGreaterThan(3)
      expect(server.recipients().length).toBeLessThanOrEqual(10)
      expect(server.recipients().length).toBeGreaterThan(named)
      for (const { result, retryAt } of answers)
        if (result === 'not_checked') expect(retryAt! - Date.now()).toBeLessThan(10 * MINUTE_MS)
    })

    test('is asked about a mailbox by one process only', async () => {
      const [one, other] = (await startAll(2)) as [MailWorld, MailWorld]
      let answer: (() => void) | undefined
      server.say({
        rcpt: () => (socket) => {
          answer = () => socket.write('550 5.1.1 User unknown\r\n')
        },
      })
      const asked = one.ask('ada@one.example')
      await eventually(
        () => answer,
        (given) => given !== undefined,
      )
      expect(await other.ask('ada@one.example')).toMatchObject({ result: 'not_checked', cause: 'waiting' })
      answer!()
      expect(await asked).toMatchObject({ result: 'no_such_mailbox' })
      expect(server.recipients()).toEqual(['ada@one.example'])
    })

    test('is not asked again about a mailbox that a process was asking about when it was killed', async () => {
      const killed = await start()
      server.say({ rcpt: () => () => undefined })
      void killed.ask('ada@one.example')
      await eventually(
        () => server.recipients().length,
        (count) => count === 1,
      )
      const next = await start({ isAlone: true })
      const answer = await next.ask('ada@one.example')
      expect(answer).toMatchObject({ result: 'temporary', cause: 'connection', final: false })
      expect(answer.retryAt! - Date.now()).toBeGreaterThan(23 * HOUR_MS)
      expect(server.recipients()).toEqual(['ada@one.example'])
    })

    test('is asked again about a mailbox when its last answer allows it', async () => {
      let time = Date.now()
      const process = await start({ clock: { now: () => time } })
      server.say({ rcpt: '450 4.7.1 Greylisted, try again in 5 minutes' })
      expect(await process.ask('ada@one.example')).toMatchObject({ result: 'greylisted' })
      server.say({ rcpt: '550 5.1.1 User unknown' })
      time += 5 * MINUTE_MS + 1
      expect(await process.ask('ada@one.example')).toMatchObject({ result: 'no_such_mailbox' })
    })

    test.each<[string, string, MailScript]>([
      ['not reached', '127.9.0.3', {}],
      ['lost after the mailbox was named', '127.9.0.2', { rcpt: () => (socket) => void socket.destroy() }],
    ])('is asked about a mailbox when its pause ends, although another was %s', async (_, address, script) => {
      const other = await startMailServer(script, '127.9.0.2', server.port)
      const hosts = { 'mx.one.example': [address], 'mx.two.example': ['127.0.0.1'] }
      let time = Date.now()
      const process = await start({ clock: { now: () => time }, hosts })
      server.say({ mail: '421 4.7.0 Too many connections, try again later' })
      const pause = await process.ask('bob@two.example')
      server.say({ rcpt: '550 5.1.1 User unknown' })
      const both = { exchanges: ['mx.one.example', 'mx.two.example'] }
      const first = await process.ask('ada@one.example', both)
      expect(first).toMatchObject({ result: 'temporary', cause: 'connection', retryAt: pause.retryAt })
      expect(server.recipients()).toEqual([])
      time = pause.retryAt! + 1
      expect(await process.ask('ada@one.example', both)).toMatchObject({ result: 'no_such_mailbox' })
      expect(server.recipients()).toEqual(['ada@one.example'])
      await other.close()
    })

    test('is asked about a mailbox again soon where the memory does not know the last answer yet', async () => {
      const known = {
        answer: undefined,
        answeredAt: undefined,
        attempts: 0,
        acceptAll: 'unknown',
        acceptAllAt: 0,
      } as const
      const process = await start({ isAlone: true, memory: { recall: () => known, remember: () => undefined } })
      expect(await process.ask('ada@one.example')).toMatchObject({ result: 'exists' })
      const again = await process.ask('ada@one.example')
      expect(again).toMatchObject({ result: 'not_checked', cause: 'waiting' })
      expect(again.retryAt! - Date.now()).toBeLessThan(MINUTE_MS)
    })

    test('is not asked while the processes cannot hear of each other', async () => {
      const documents = await stores.open()
      const collection = {
        ...documents.collection({ name: MAILBOX_GATES }),
        write: () => Promise.reject(new StoreUnavailable('the store does not answer')),
      }
      const sharing = {
        documents: { ...documents, collection: () => collection } as unknown as DocumentStore,
        idOf: (text: string) => text,
        holder: 'cut off',
        isAlone: false,
        clock: systemClock,
      }
      const process = openMailWorld(server.port, { sharing })
      processes.push(process)
      expect(await process.ask('ada@one.example')).toMatchObject({ result: 'not_checked', cause: 'waiting' })
      expect(server.connections).toHaveLength(0)
    })

    test('is the only one that was connected to', () =>
      expect(guard.strangers.filter((address) => !address.includes('mongo'))).toEqual([]))
  })
}

between('LMDB', () => {
  const { open, dispose } = lmdbDocuments()
  return { open: async () => open(), dispose }
})

describeMongo('on MongoDB', (server) => {
  const { open, dispose } = testConnections(server)
  afterAll(dispose)
  between('MongoDB', () => ({
    open: async () => createMongoDocumentStore(await open()),
    dispose: async () => (await open()).db.dropDatabase().then(() => undefined),
  }))
})
