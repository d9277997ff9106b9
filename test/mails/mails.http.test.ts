// Mail to owners of accounts: the link that confirms an address, and how much of the quota is used, over a real socket.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { dataOf } from '../../testbed/callers/graphql.js'
import { eventually } from '../../testbed/eventually.js'
import { type MailServer, startMailServer } from '../../testbed/mail/server.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

let server: MailServer
let api: InProcessService
let silent: InProcessService
beforeAll(async () => {
  server = await startMailServer()
  const env = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SMTP_FROM: 'mailproof@example.net' }
  ;[api, silent] = await Promise.all([start({ env }), start()])
})
afterAll(async () => {
  await Promise.all([api?.stop(), silent?.stop()])
  await server?.close()
})
beforeEach(() => {
  server.say({})
  server.forget()
})

const operator = () => {
  const id = newId()
  return { id: 'operator', correlationId: id, commandId: id }
}

/** The texts of mails, without the line breaks of quoted-printable. */
const texts = () => server.mails().map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='))

let made = 0
/** An account whose owner has an address of its own. */
async function account(perMonth = 10) {
  const email = `owner-${++made}@example.org`
  const { body } = await api.call('createAccount', { body: { email } })
  await api.service.container.accounts.setLimits(body.account.id, { perMonth }, operator())
  return { id: body.account.id as string, key: body.api_key as string, email }
}

const mailsTo = (email: string) => texts().filter((text) => text.includes(`To: ${email}\n`))

const mailTo = (email: string, count = 1): Promise<string> =>
  eventually(
    async () => mailsTo(email),
    (mails) => mails.length === count,
  ).then((mails) => mails.at(-1)!)

const linkIn = (mail: string) => new URL(/https?:\/\/\S*\/confirm\S*/.exec(mail)![0])

const open = (link: URL, method = 'POST') => fetch(`${api.url}${link.pathname}${link.search}`, { method })

async function verify(key: string, count: number): Promise<void> {
  for (let each = 0; each < count; each++) {
    const answer = await api.call('verifyEmail', { key, body: { email: `p${newId()}@explicit.mailproof.net` } })
    expect(answer.status).toBe(200)
  }
}

const typesOf = async (id: string) => (await api.events(`account-${id}`)).map(({ type }: Recorded) => type)

describe('a new account', () => {
  test('has a link sent to its address, by which the owner confirms it once', async () => {
    const { id, key, email } = await account()
    const mail = await mailTo(email)
    expect(mail).toContain('Subject: Confirm your address')
    expect(mail).toContain('From: mailproof <mailproof@example.net>')
    expect(mail).toContain('Auto-Submitted: auto-generated')
    const link = linkIn(mail)
    expect((await api.call('getAccount', { key })).body).not.toHaveProperty('email_confirmed_at')
    for (let time = 0; time < 2; time++) {
      const answer = await open(link)
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Your address is confirmed')])
    }
    expect((await api.call('getAccount', { key })).body.email_confirmed_at).toMatch(/^\d{4}-/)
    expect((await typesOf(id)).filter((type) => type === 'EmailConfirmed')).toHaveLength(1)
  })

  test('is not confirmed by a program that only opens the link', async () => {
    const { id, email } = await account()
    const answer = await open(linkIn(await mailTo(email)), 'GET')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('<form method="post">')
    expect(await typesOf(id)).not.toContain('EmailConfirmed')
  })

  test('keeps nothing of the token but its digest', async () => {
    const { id, email } = await account()
    const token = linkIn(await mailTo(email)).searchParams.get('token')!
    const data = (await api.events(`account-${id}`)).map((event: Recorded) => event.data)
    expect(JSON.stringify(data)).not.toContain(token)
  })

  test('is never mailed anything else before', async () => {
    const { key, email } = await account(10)
    await mailTo(email)
    await verify(key, 10)
    // What was due before has been done once a later mail has arrived.
    const other = await account()
    await mailTo(other.email)
    expect(mailsTo(email)).toHaveLength(1)
  })
})

describe('a link', () => {
  test.each<[string, (link: URL, another: string) => void]>([
    [
      'with another token',
      (link) => {
        const token = link.searchParams.get('token')!
        link.searchParams.set(
          'token',
          token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
        )
      },
    ],
    ['of another account', (link, another) => link.searchParams.set('account', another)],
    ['of no account', (link) => link.searchParams.set('account', '../etc')],
    ['without a token', (link) => link.searchParams.delete('token')],
  ])('%s is not valid', async (_, change) => {
    const { id, email } = await account()
    const link = linkIn(await mailTo(email))
    change(link, (await account()).id)
    const answer = await open(link)
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('not valid')])
    expect(await typesOf(id)).not.toContain('EmailConfirmed')
  })

  test('ends with the next one that is sent', async () => {
    const { id, email } = await account()
    const first = linkIn(await mailTo(email))
    expect(await api.service.container.accounts.requestConfirmation(id, operator())).toBe('requested')
    const second = linkIn(await mailTo(email, 2))
    expect((await open(first)).status).toBe(404)
    expect((await open(second)).status).toBe(200)
    expect(await api.service.container.accounts.requestConfirmation(id, operator())).toBe('already_confirmed')
  })

  describe.each([
    ['REST', async (key: string) => (await api.call('requestConfirmation', { key })).body.status],
    [
      'GraphQL',
      async (key: string) =>
        (
          await dataOf(api, 'mutation { requestConfirmation { status } }', { key })
        ).requestConfirmation.status.toLowerCase(),
    ],
  ] as const)('that the owner asks for over %s', (_, ask) => {
    test('is another one, which ends the one before', async () => {
      const { key, email } = await account()
      const first = linkIn(await mailTo(email))
      expect(await ask(key)).toBe('requested')
      const second = linkIn(await mailTo(email, 2))
      expect([(await open(first)).status, (await open(second)).status]).toEqual([404, 200])
      expect(await ask(key)).toBe('already_confirmed')
    })

    test('is none for a sandbox key', async () => {
      const { key, email } = await account()
      await mailTo(email)
      const sandbox = await api.generate(key, { sandbox: true })
      expect(await ask(sandbox.key)).toBe('off')
      expect((await api.call('getAccount', { key: sandbox.key })).body.email_confirmation).toBe('off')
    })
  })

  test('is sent twice more a day at most, and then the last one still works', async () => {
    const { id, key, email } = await account()
    for (let count = 1; count < 3; count++) {
      await mailTo(email, count)
      expect((await api.call('requestConfirmation', { key })).status).toBe(202)
    }
    const last = linkIn(await mailTo(email, 3))
    const refused = await api.call('requestConfirmation', { key })
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'RATE_LIMIT_EXCEEDED', limit: 3, details: { scope: 'day' } } },
    })
    expect((await typesOf(id)).filter((type) => type === 'EmailConfirmationRequested')).toHaveLength(3)
    expect((await open(last)).status).toBe(200)
  })

  test('cannot be asked for where the service sends no mail', async () => {
    const { key } = await silent.account()
    expect((await silent.call('requestConfirmation', { key })).body).toMatchObject({ status: 'off' })
    expect((await silent.call('getAccount', { key })).body.email_confirmation).toBe('off')
  })

  test('makes an account confirmed that was pending', async () => {
    const { key, email } = await account()
    const state = async () => (await dataOf(api, '{ me { emailConfirmation } }', { key })).me.emailConfirmation
    expect(await state()).toBe('PENDING')
    await open(linkIn(await mailTo(email)))
    expect(await state()).toBe('CONFIRMED')
  })

  test('is sent to one address three times a day at most, whoever names it', async () => {
    const email = 'victim@example.org'
    for (let each = 0; each < 5; each++) await api.call('createAccount', { body: { email } })
    const other = await account()
    await mailTo(other.email)
    await mailTo(email, 3)
  })

  test('is sent to one mailbox three times a day at most, however its address is spelt', async () => {
    const spellings = [
      'J.Doe@gmail.com',
      'jdoe+1@gmail.com',
      'jdoe@googlemail.com',
      'j.d.o.e@gmail.com',
      'JDOE+2@gmail.com',
    ]
    for (const email of spellings) await api.call('createAccount', { body: { email } })
    const other = await account()
    await mailTo(other.email)
    const sent = await eventually(
      async () => texts().filter((text) => /^To: .*@(gmail|googlemail)\.com$/im.test(text)),
      (mails) => mails.length >= 3,
    )
    expect(sent).toHaveLength(3)
  })
})

describe('a confirmed owner', () => {
  async function confirmed(perMonth = 10) {
    const owner = await account(perMonth)
    await open(linkIn(await mailTo(owner.email)))
    server.forget()
    return owner
  }

  test('is mailed at 50, 70, 90 and 100 % of the quota, once each', async () => {
    const { key, email, id } = await confirmed()
    const subjects: string[] = []
    for (const [at, count] of [
      [50, 5],
      [70, 2],
      [90, 2],
      [100, 1],
    ] as const) {
      await verify(key, count)
      const mail = await mailTo(email, subjects.length + 1)
      subjects.push(/^Subject: (.*)$/m.exec(mail)![1]!)
      expect(mail).toContain(id)
      if (at < 100) expect(subjects.at(-1)).toContain(`${at} %`)
    }
    expect(subjects.at(-1)).toMatch(/^The quota for \w+ \d+ is used up$/)
    expect((await api.call('verifyEmail', { key, body: { email: 'a@explicit.mailproof.net' } })).status).toBe(429)
    expect(mailsTo(email)).toHaveLength(4)
  })

  test('is told of the month when the address is confirmed late', async () => {
    const { key, email } = await account()
    const link = linkIn(await mailTo(email))
    await verify(key, 7)
    await open(link)
    expect(await mailTo(email, 2)).toContain('7 of the 10 verifications')
  })

  test('is not mailed again what the server has refused for good', async () => {
    const { key, email } = await confirmed()
    server.say({ rcpt: '550 5.1.1 No such user' })
    await verify(key, 5)
    await eventually(
      async () => server.recipients(),
      (recipients) => recipients.includes(email),
    )
    server.say({})
    await verify(key, 2)
    expect(await mailTo(email)).toContain('70 %')
  })
})

describe('an installation without a mail server', () => {
  test('sends no links, and has no page for them', async () => {
    const { body } = await silent.call('createAccount', { body: { email: 'ada@example.org' } })
    expect((await silent.events(`account-${body.account.id}`)).map(({ type }: Recorded) => type)).toEqual([
      'AccountRegistered',
      'ApiKeyGenerated',
    ])
    expect((await fetch(`${silent.url}/confirm`)).status).toBe(404)
    await expect(silent.service.container.accounts.requestConfirmation(body.account.id, operator())).rejects.toThrow(
      'SMTP_URL is not set',
    )
  })
})
