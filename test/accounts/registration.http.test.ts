// Who may create an account: REGISTRATION and invitations.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newInviteCode } from '../../src/features/accounts/apiKey.js'
import type { Plan } from '../../src/features/accounts/index.js'
import { ask } from '../../testbed/callers/graphql.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { type InProcessService, operator } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'

const ADA = { email: 'ada@example.org' }

let open: InProcessService
let closed: InProcessService
let invited: InProcessService
beforeAll(async () => {
  const service = (REGISTRATION: string) =>
    start({ zone: {}, env: { REGISTRATION, ACCOUNT_CREATIONS_PER_HOUR: '1000' } })
  ;[open, closed, invited] = await Promise.all([service('open'), service('closed'), service('invite')])
})
afterAll(() => Promise.all([open?.stop(), closed?.stop(), invited?.stop()]))

const inviteFrom = (api: InProcessService, { plan = 'free' as Plan, expiresInDays = 7 } = {}) =>
  api.service.container.accounts.issueInvite({ plan, expiresInDays }, operator())
const create = (api: InProcessService, body: object) => api.call('createAccount', { body: { ...ADA, ...body } })

describe('closed', () => {
  test.each([
    ['without an invitation', async () => ({})],
    ['with a valid invitation', async () => ({ invite: (await inviteFrom(closed)).code })],
  ])('refuses everybody: %s', async (_, more) => {
    const answer = await create(closed, await more())
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'REGISTRATION_CLOSED' })
  })

  test('leaves the operator able to create accounts, whose keys work', async () => {
    const contact = { email: 'ada@example.org', name: null }
    const { apiKey } = await closed.service.container.accounts.createAccount(contact, operator())
    expect((await closed.call('getAccount', { key: apiKey })).status).toBe(200)
  })
})

describe('by invitation', () => {
  test('an account needs a code', async () => {
    const answer = await create(invited, {})
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'REGISTRATION_CLOSED' })
    expect(answer.body.error.message).toContain('by invitation only')
  })

  test('a code makes one account, with the announced id and plan', async () => {
    const { code, account, plan } = await inviteFrom(invited, { plan: 'growth' })
    const { status, body } = await create(invited, { invite: code, name: 'Ada' })
    expect(status).toBe(201)
    expect(body.account).toMatchObject({ id: account, plan, name: 'Ada', email: ADA.email })
    expect((await invited.call('getUsage', { key: body.api_key })).body.plan).toBe('growth')
    const again = await create(invited, { invite: code })
    expect({ status: again.status, code: codeOf(again) }).toEqual({ status: 403, code: 'INVALID_INVITE' })
    expect(again.body.error.message).toContain('has been used')
  })

  test('of many requests with one code at the same time, exactly one makes an account', async () => {
    for (let round = 0; round < 5; round++) {
      const { code, account } = await inviteFrom(invited)
      const answers = await Promise.all(Array.from({ length: 12 }, () => create(invited, { invite: code })))
      const made = answers.filter(({ status }) => status === 201)
      expect(made).toHaveLength(1)
      expect(answers.filter((answer) => codeOf(answer) === 'INVALID_INVITE')).toHaveLength(11)
      const keys = (await invited.call('listKeys', { key: made[0]!.body.api_key })).body.keys
      expect(keys).toHaveLength(1)
      const types = (await invited.events(`account-${account}`)).map(({ type }) => type)
      expect(types).toEqual(['AccountRegistered', 'ApiKeyGenerated'])
    }
  })

  test('the code of an account that was erased stays used', async () => {
    const { code, account } = await inviteFrom(invited)
    await create(invited, { invite: code })
    await invited.service.container.erasing.erase(account, operator())
    expect(codeOf(await create(invited, { invite: code }))).toBe('INVALID_INVITE')
  })

  test('a refused address leaves the code unused', async () => {
    const { code } = await inviteFrom(invited)
    expect((await create(invited, { invite: code, email: 'nobody' })).status).toBe(400)
    expect((await create(invited, { invite: code })).status).toBe(201)
  })

  test.each([
    ['was never issued', () => newInviteCode(), 'is not one of this service'],
    ['is mistyped', () => `${newInviteCode().slice(0, -1)}_`, 'is mistyped'],
    ['is a key', () => 'mpk_7QxK2mVb9TzR4wYc6NpL1sHd8GfJ3e1aB2cD', 'is mistyped'],
  ])('a code that %s is refused', async (_, code, problem) => {
    const answer = await create(invited, { invite: code() })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 403, code: 'INVALID_INVITE' })
    expect(answer.body.error.message).toContain(problem)
  })

  test('a code is refused from the moment at which it expires', async () => {
    const expired = await inviteFrom(invited, { expiresInDays: 0 })
    expect((await create(invited, { invite: expired.code })).body.error.message).toContain('has expired')
  })

  test('the code is neither in the log nor a key', async () => {
    const { code } = await inviteFrom(invited)
    expect((await invited.call('getUsage', { key: code })).status).toBe(401)
    for await (const event of invited.service.container.store.readAll({}))
      expect(JSON.stringify([event.stream, event.data])).not.toContain(code.slice(4))
  })

  test('GraphQL takes a code, and refuses without one', async () => {
    const { code, account } = await inviteFrom(invited)
    const made = 'mutation ($input: CreateAccountInput!) { createAccount(input: $input) { account { id } } }'
    const refused = await ask(invited, made, { variables: { input: ADA } })
    expect(refused.body.errors[0].extensions.code).toBe('REGISTRATION_CLOSED')
    const { body } = await ask(invited, made, { variables: { input: { ...ADA, invite: code } } })
    expect(body.data.createAccount.account.id).toBe(account)
  })
})

describe('open', () => {
  test('needs no code, and honours one that is given', async () => {
    expect((await create(open, {})).body.account.plan).toBe('free')
    const { code, account } = await inviteFrom(open, { plan: 'starter' })
    expect((await create(open, { invite: code })).body.account).toMatchObject({ id: account, plan: 'starter' })
    expect(codeOf(await create(open, { invite: code }))).toBe('INVALID_INVITE')
  })
})
