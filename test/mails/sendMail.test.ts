// The job that sends mail, with a mail server that fails, and what it remembers.
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createLmdbDocumentStore } from '../../src/adapters/documents/lmdb/documentStore.js'
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.js'
import { createMailer } from '../../src/adapters/mailer/mailer.js'
import { createForgetMails, createMails, type Mails } from '../../src/features/mails/index.js'
import { MAILS } from '../../src/features/mails/records.js'
import type { LimitUse } from '../../src/features/verification/index.js'
import { createHmacSha256 } from '../../src/kernel/crypto/hmac.js'
import { silentLog } from '../../src/kernel/log.js'
import type { Collection, CollectionDefinition, Document } from '../../src/kernel/ports/documentStore.js'
import { StoreUnavailable } from '../../src/kernel/ports/eventStore.js'
import { DAY_MS, MINUTE_MS } from '../../src/kernel/time.js'
import { ada } from '../../testbed/given/accountEvents.js'
import { collect } from '../../testbed/given/events.js'
import { usageThresholdReached } from '../../testbed/given/verificationEvents.js'
import { type MailScript, type MailServer, startMailServer } from '../../testbed/mail/server.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'

const KEY = `quota.${ada}.2026-11`

let now: number
let use: LimitUse | undefined
let status: 'confirmed' | 'asked' | 'unasked'
let asked: string[]
let logged: object[]
let server: MailServer
let mails: Mails
let documents: ReturnType<typeof createLmdbDocumentStore>
/** How many of the next writes of records fail. */
let unwritable: number
/** How many of the next requests of a link fail. */
let unaskable: number
let close: () => Promise<void>
beforeEach(async () => {
  now = Date.UTC(2026, 10, 20)
  use = { ...usageThresholdReached('2026-11', 70).data }
  status = 'confirmed'
  asked = []
  unwritable = 0
  unaskable = 0
  logged = []
  server = await startMailServer()
  const directory = tempDirectory()
  documents = createLmdbDocumentStore({ path: join(directory.path, 'documents.mdb') })
  const mailer = createMailer({
    server: { host: server.address, port: server.port, secure: false },
    from: 'mailproof@example.net',
  })
  const clock = { now: () => now }
  mails = createMails({
    accounts: {
      getContact: async () => ({ email: 'ada@example.org', status }),
      requestConfirmation: async (account) => {
        if (unaskable-- > 0) throw new StoreUnavailable('not now')
        asked.push(account)
        return 'requested'
      },
    },
    verification: { getLimitUse: async () => use },
    mailer,
    limiter: createMemoryLimiter({ clock }),
    jobs: { enqueue: async () => {} },
    documents: { ...documents, collection: failing },
    hmac: createHmacSha256(Buffer.alloc(32, 1)),
    baseUrl: 'https://mailproof.test',
    clock,
    log: { ...silentLog, warn: (fields) => void logged.push(fields) },
  })
  close = async () => {
    mailer.close()
    await documents.close()
    await server.close()
    directory.remove()
  }
})
afterEach(() => close())

function failing<D extends Document>(definition: CollectionDefinition): Collection<D> {
  const records = documents.collection<D>(definition)
  return {
    ...records,
    write: async (changes) => {
      if (unwritable-- > 0) throw new StoreUnavailable('not now')
      return records.write(changes)
    },
  }
}

const run = () => mails.sendMail(KEY, { signal: new AbortController().signal })
const messageIds = () => server.mails().map((mail) => /^Message-ID:\s+(.*)$/m.exec(mail)?.[1])

describe('mail that the server', () => {
  test('takes is sent once, however often the job runs', async () => {
    for (let time = 0; time < 3; time++) expect(await run()).toBeUndefined()
    expect(messageIds()).toEqual([`<${KEY}.70@example.net>`])
  })

  test('cannot take now is tried again later, with the same Message-ID', async () => {
    server.say({ data: '451 4.3.0 Try later' })
    expect(await run()).toEqual({ again: now + MINUTE_MS })
    expect(await run()).toEqual({ again: now + 5 * MINUTE_MS })
    server.say({})
    expect(await run()).toBeUndefined()
    expect(new Set(messageIds())).toEqual(new Set([`<${KEY}.70@example.net>`]))
    expect(await run()).toBeUndefined()
    expect(messageIds()).toHaveLength(3)
  })

  test('has taken is no failed attempt if that cannot be recorded', async () => {
    unwritable = 1
    await expect(run()).rejects.toThrow('not now')
    expect(await collect(documents.collection(MAILS).all())).toEqual([])
  })

  test('has not taken for three days is given up', async () => {
    server.say({ greeting: '421 4.3.2 Closing' })
    const first = now
    for (let again: { readonly again: number } | undefined = { again: now }; again; again = await run())
      now = again.again
    expect(now - first).toBeGreaterThan(2.5 * DAY_MS)
    expect(now - first).toBeLessThan(3.5 * DAY_MS)
  })

  test('refuses for good is not tried again, but the next one is', async () => {
    server.say({ rcpt: '550 5.1.1 No such user' })
    expect(await run()).toBeUndefined()
    server.say({})
    expect(await run()).toBeUndefined()
    expect(server.mails()).toEqual([])
    use = { ...usageThresholdReached('2026-11', 90).data }
    await run()
    expect(messageIds()).toEqual([`<${KEY}.90@example.net>`])
  })

  test.each<[string, MailScript]>([
    ['a login is missing', { mail: '530 5.7.0 Authentication required' }],
    ['the sender is not allowed', { mail: '553 5.7.1 Sender address rejected: not owned by user' }],
    ['it relays nothing', { rcpt: '554 5.7.1 Relay access denied' }],
  ])('refuses because %s is tried again, until the operator has mended that', async (_, script) => {
    server.say(script)
    expect(await run()).toEqual({ again: now + MINUTE_MS })
    server.say({})
    expect(await run()).toBeUndefined()
    expect(messageIds()).toEqual([`<${KEY}.70@example.net>`])
  })

  test.each<[string, MailScript]>([
    ['550 5.1.1 to RCPT TO', { rcpt: '550 5.1.1 <ada@example.org>: No such user' }],
    ['450 4.2.0 to RCPT TO', { rcpt: '450 4.2.0 <ada@example.org>: Greylisted' }],
    ['554 to DATA', { data: '554 Not for ada@example.org' }],
  ])('refuses with %s is logged with these words, and without the address', async (words, script) => {
    server.say(script)
    await run()
    const [{ error }] = logged as [{ error: Error }]
    expect(error.message).toContain(`the mail server answered ${words}`)
    expect(inspect(error)).not.toContain('ada@')
  })

  test('would take without the password is not given it over a plain connection', async () => {
    const mailer = createMailer({
      server: {
        host: server.address,
        port: server.port,
        secure: false,
        credentials: { user: 'ada', password: 'secret' },
      },
      from: 'mailproof@example.net',
    })
    await expect(mailer.send({ id: 'a', to: 'ada@example.org', subject: 'A', text: 'A' })).rejects.toThrow(/STARTTLS/)
    expect(server.commands().join()).not.toContain('AUTH')
  })
})

describe('nothing is sent', () => {
  test('to an address that is not confirmed; one that was never asked is asked', async () => {
    status = 'asked'
    await run()
    expect(asked).toEqual([])
    status = 'unasked'
    await run()
    expect(asked).toEqual([ada])
    expect(server.connections).toEqual([])
  })

  test.each<[string, () => void]>([
    ['about a month that is over', () => (now = Date.UTC(2026, 11, 1))],
    ['below the first percentage', () => (use = undefined)],
  ])('%s', async (_, change) => {
    change()
    await run()
    expect(server.connections).toEqual([])
  })
})

describe('a link that a store prevents', () => {
  const askAgain = async (ask: () => Promise<unknown>) => {
    unaskable = 5
    for (let failure = 0; failure < 5; failure++) await expect(ask()).rejects.toThrow('not now')
    await ask()
    return asked
  }
  const requestLink = () =>
    mails.requestLink({ account: ada, sandbox: false }, { id: ada, correlationId: 'c', commandId: 'c' })

  test('is counted once, for an owner who tries again', async () => {
    status = 'asked'
    expect(await askAgain(requestLink)).toEqual([ada])
    for (let more = 1; more < 3; more++) await requestLink()
    await expect(requestLink()).rejects.toThrow(
      /^At most 3 links per day are sent to one mailbox, whichever of its addresses is given\. /,
    )
  })

  test('is counted once, for an owner who was never asked', async () => {
    status = 'unasked'
    expect(await askAgain(run)).toEqual([ada])
  })
})

describe('what was sent', () => {
  const stored = async () => (await collect(documents.collection(MAILS).all())).map(({ id }) => id)

  test('is remembered for longer than its month, then forgotten', async () => {
    await run()
    now += 35 * DAY_MS
    await mails.sweepMails()
    expect(await stored()).toEqual([KEY])
    now += 6 * DAY_MS
    await mails.sweepMails()
    expect(await stored()).toEqual([])
  })

  test('is forgotten with the account', async () => {
    await run()
    await createForgetMails({ documents })(ada)
    expect(await stored()).toEqual([])
  })
})
