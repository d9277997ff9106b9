// Clients that call a service while it is killed, and record every acknowledgement.
import { client } from '../../testbed/callers/client.js'
import type { Chance } from '../../testbed/chance.js'
import type { Journal } from '../../testbed/records/journal.js'

/** Domains of `mailZone` with a definite verdict, so that every verification is charged. */
export const CERTAIN_DOMAINS = [
  'explicit.mailproof.net',
  'implicit.mailproof.net',
  'null-mx.mailproof.net',
  'missing.mailproof.net',
  'no-target.mailproof.net',
  'gmail.com',
  'mailinator.com',
]
/** A domain with an unknown verdict, so that nothing is charged. */
const UNKNOWN_DOMAIN = 'servfail.mailproof.net'
const MAX_BATCH_SIZE = 20

/** The service ended during a request. */
class ServiceGone extends Error {}

/**
 * Clients of a service that will be killed: each sends random requests one after the other and records every response
 * in the journal. `done` resolves once every client has lost the service.
 */
export function startClients(url: string, count: number, journal: Journal, chance: Chance): { done: Promise<unknown> } {
  const { request: send, close } = client(url)

  /** @param onUnanswered called if the request may have been executed @throws ServiceGone */
  async function request(
    method: string,
    path: string,
    key: string | undefined,
    body: unknown,
    onUnanswered = () => {},
  ) {
    try {
      return await send(method, path, { ...(key !== undefined && { key }), ...(body !== undefined && { body }) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') onUnanswered()
      throw new ServiceGone()
    }
  }

  const unexpected = (what: string, status: number, text: string) =>
    void journal.problems.push(`unexpected ${status} for ${what}: ${text.slice(0, 300)}`)

  async function createAccount(): Promise<void> {
    const { status, body, text } = await request('POST', '/v1/accounts/create', undefined, { email: 'ada@example.org' })
    if (status === 201) journal.accountMade(body.account.id, body.api_key)
    else unexpected('the creation of an account', status, text)
  }

  async function createKey(): Promise<void> {
    const [account, key] = randomKey()
    const { status, body, text } = await request('POST', '/v1/keys/generate', key, {})
    if (status === 201) journal.keyMade(account, body.api_key, body.key.id)
    else if (!(status === 400 && body.error.code === 'TOO_MANY_KEYS'))
      checkRefusal('the creation of a key', account, key, status, text)
  }

  async function deleteKey(): Promise<void> {
    const [account] = randomKey()
    const { keys } = journal.accounts.get(account)!
    const generated = [...keys].find(([, id]) => id !== undefined)
    if (!generated) return
    const [key, id] = generated
    journal.deletionRequested(account, key)
    const { status, text } = await request('DELETE', `/v1/keys/${id}`, [...keys.keys()][0]!, undefined)
    if (status === 200) journal.keyDeleted(account, key)
    else unexpected('the deletion of a key', status, text)
  }

  async function verifyOne(): Promise<void> {
    const [account, key] = randomKey()
    const isCertain = !chance.happens(0.05)
    const email = `${chance.between(1, 1e9)}@${isCertain ? chance.pick(CERTAIN_DOMAINS) : UNKNOWN_DOMAIN}`
    const charged = isCertain ? 1 : 0
    const path = chance.pick(['/v1/verify', '/v1/verify', '/v2/verify'])
    await verify(path, account, key, { email }, charged)
  }

  async function verifyBatch(): Promise<void> {
    const [account, key] = randomKey()
    const size = chance.between(1, MAX_BATCH_SIZE)
    const emails = Array.from({ length: size }, (_, index) => `${index}@${chance.pick(CERTAIN_DOMAINS)}`)
    await verify('/v1/verify/batch', account, key, { emails }, size)
  }

  async function verify(path: string, account: string, key: string, body: object, charged: number): Promise<void> {
    const answer = await request('POST', path, key, body, () => journal.verificationLost(account, charged))
    if (answer.status === 200) journal.verified(account, String(answer.headers['x-request-id']), charged)
    else if (answer.status !== 429) checkRefusal(path, account, key, answer.status, answer.text)
  }

  /** A key may be refused once its deletion was requested. */
  function checkRefusal(what: string, account: string, key: string, status: number, text: string): void {
    const isValid = journal.accounts.get(account)!.keys.has(key)
    if (status !== 401 || isValid) unexpected(what, status, text)
  }

  function randomKey(): [account: string, key: string] {
    const [account, { keys }] = chance.pick([...journal.accounts])
    return [account, chance.pick([...keys.keys()])]
  }

  async function run(): Promise<void> {
    for (;;) {
      const percentile = chance.between(1, 100)
      if (percentile <= 4) await createAccount()
      else if (percentile <= 8) await createKey()
      else if (percentile <= 10) await deleteKey()
      else if (percentile <= 20) await verifyBatch()
      else await verifyOne()
    }
  }

  const untilGone = async () => {
    await run().catch((error: unknown) => {
      if (!(error instanceof ServiceGone)) throw error
    })
  }
  return { done: Promise.all(Array.from({ length: count }, untilGone)).finally(close) }
}
