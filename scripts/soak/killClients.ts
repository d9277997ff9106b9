import { client } from '../../test/support/client.js'
import type { Chance, Journal } from '../../test/support/journal.js'

/** Domains of `mailZone` whose verdict is certain, so that what a verification costs is too. */
export const CERTAIN_DOMAINS = [
  'explicit.mailproof.net',
  'implicit.mailproof.net',
  'null-mx.mailproof.net',
  'missing.mailproof.net',
  'no-target.mailproof.net',
  'gmail.com',
  'mailinator.com',
]
/** A domain whose verdict is unknown, so that nothing is charged. */
const UNKNOWN = 'servfail.mailproof.net'
const MOST_IN_A_BATCH = 20

/** The service ended during a request. */
class Gone extends Error {}

/**
 * Clients of a service that will be killed under them: each makes one request after the other, by chance, and notes
 * every answer. `done` resolves when the service is gone for all of them.
 */
export function startClients(url: string, count: number, journal: Journal, chance: Chance): { done: Promise<unknown> } {
  const { request: send, close } = client(url)

  /** @throws Gone; `lost` is called where the request may have been carried out */
  async function request(method: string, path: string, key: string | undefined, body: unknown, lost = () => {}) {
    try {
      return await send(method, path, { ...(key !== undefined && { key }), ...(body !== undefined && { body }) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') lost()
      throw new Gone()
    }
  }

  const unexpected = (what: string, status: number, text: string) =>
    void journal.problems.push(`${what} was answered ${status}: ${text.slice(0, 300)}`)

  async function makeAccount(): Promise<void> {
    const { status, body, text } = await request('POST', '/v1/accounts/create', undefined, { email: 'ada@example.org' })
    if (status === 201) journal.accountMade(body.account.id, body.api_key)
    else unexpected('an account', status, text)
  }

  async function makeKey(): Promise<void> {
    const [account, key] = anyKey()
    const { status, body, text } = await request('POST', '/v1/keys/generate', key, {})
    if (status === 201) journal.keyMade(account, body.api_key, body.key.id)
    else if (!(status === 400 && body.error.code === 'TOO_MANY_KEYS')) refused('a key', account, key, status, text)
  }

  async function deleteKey(): Promise<void> {
    const [account] = anyKey()
    const { keys } = journal.accounts.get(account)!
    const generated = [...keys].find(([, id]) => id !== undefined)
    if (!generated) return
    const [key, id] = generated
    journal.deletionAsked(account, key)
    const { status, text } = await request('DELETE', `/v1/keys/${id}`, [...keys.keys()][0]!, undefined)
    if (status === 200) journal.keyDeleted(account, key)
    else unexpected('a deletion', status, text)
  }

  async function verifyOne(): Promise<void> {
    const [account, key] = anyKey()
    const isCertain = !chance.happens(0.05)
    const email = `${chance.between(1, 1e9)}@${isCertain ? chance.pick(CERTAIN_DOMAINS) : UNKNOWN}`
    const charged = isCertain ? 1 : 0
    const path = chance.pick(['/v1/verify', '/v1/verify', '/v2/verify'])
    await verify(path, account, key, { email }, charged)
  }

  async function verifyBatch(): Promise<void> {
    const [account, key] = anyKey()
    const size = chance.between(1, MOST_IN_A_BATCH)
    const emails = Array.from({ length: size }, (_, index) => `${index}@${chance.pick(CERTAIN_DOMAINS)}`)
    await verify('/v1/verify/batch', account, key, { emails }, size)
  }

  async function verify(path: string, account: string, key: string, asked: object, charged: number): Promise<void> {
    const answer = await request('POST', path, key, asked, () => journal.verificationLost(account, charged))
    if (answer.status === 200) journal.verified(account, String(answer.headers['x-request-id']), charged)
    else if (answer.status !== 429) refused(path, account, key, answer.status, answer.text)
  }

  /** A key that is being revoked may be refused. */
  function refused(what: string, account: string, key: string, status: number, text: string): void {
    const stillWorks = journal.accounts.get(account)!.keys.has(key)
    if (status !== 401 || stillWorks) unexpected(what, status, text)
  }

  function anyKey(): [account: string, key: string] {
    const [account, { keys }] = chance.pick([...journal.accounts])
    return [account, chance.pick([...keys.keys()])]
  }

  async function run(): Promise<void> {
    for (;;) {
      const share = chance.between(1, 100)
      if (share <= 4) await makeAccount()
      else if (share <= 8) await makeKey()
      else if (share <= 10) await deleteKey()
      else if (share <= 20) await verifyBatch()
      else await verifyOne()
    }
  }

  const untilGone = async () => {
    await run().catch((error: unknown) => {
      if (!(error instanceof Gone)) throw error
    })
  }
  return { done: Promise.all(Array.from({ length: count }, untilGone)).finally(close) }
}
