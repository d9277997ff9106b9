import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, client, type RequestOptions } from '../../../test/support/client.js'
import type { Chance, Journal } from '../../../test/support/journal.js'
import type { KnownList } from '../../../test/support/knownList.js'
import { csvForm } from '../../../test/support/multipart.js'
import type { MadeAccount } from '../accounts.js'
import { CERTAIN_DOMAINS } from '../killClients.js'
import { type Deed, isGood, type Operation } from './deeds.js'

/** An upload, which is sent under its own Idempotency-Key until it is acknowledged. */
export interface Upload {
  readonly account: MadeAccount
  readonly idempotencyKey: string
  /** The batch it became. */
  batch: string | undefined
  /** It was sent and not answered yet. */
  underWay: boolean
}

export interface LoadOptions {
  /** A process that answers callers just now. */
  readonly where: () => string
  readonly clients: number
  /** Of a client, between an answer and its next call. */
  readonly pauseMs: number
  /** Who verify; they are in the journal. */
  readonly verifiers: readonly MadeAccount[]
  /** Who upload the list, and do nothing else. */
  readonly uploaders: readonly MadeAccount[]
  readonly list: KnownList
  readonly journal: Journal
  readonly chance: Chance
}

export interface Load {
  readonly deeds: readonly Deed[]
  readonly uploads: readonly Upload[]
  /** Does one of each, at once, beside what goes on anyway. */
  each(): Promise<unknown>
  /** Resolves when every client has its last answer. */
  stop(): Promise<void>
}

/** Of a hundred calls. */
const SHARES: readonly (readonly [Operation, number])[] = [
  ['verifyEmail', 40],
  ['verifyEmailSignals', 10],
  ['verifyBatch', 8],
  ['createAccount', 5],
  ['uploadBulk', 5],
  ['graphql', 8],
  ['getUsage', 8],
  ['getLiveness', 8],
  ['getReadiness', 8],
]
const MOST_IN_A_BATCH = 20

/** Clients that go on whatever they are answered, and note all of it. */
export function startLoad(options: LoadOptions): Load {
  const { where, clients, pauseMs, verifiers, uploaders, list, journal, chance } = options
  const https = new Map<string, ReturnType<typeof client>>()
  const deeds: Deed[] = []
  const uploads: Upload[] = []
  let stopped = false

  /** undefined when the connection broke. */
  async function ask(what: Operation, method: string, path: string, sent: RequestOptions): Promise<Answer | undefined> {
    const url = where()
    const http = https.get(url) ?? client(url)
    https.set(url, http)
    const from = performance.now()
    const note = (status: number, code?: string) => void deeds.push({ what, status, code, from, to: performance.now() })
    try {
      const answer = await http.request(method, path, sent)
      note(answer.status, codeOf(answer))
      return answer
    } catch {
      note(0)
      return undefined
    }
  }

  const lastWasGood = (answer: Answer | undefined): answer is Answer =>
    answer !== undefined && isGood({ ...answer, code: codeOf(answer), what: 'graphql', from: 0, to: 0 })

  async function verify(what: Operation, path: string, asked: object, charged: number): Promise<void> {
    const { id, key } = chance.pick(verifiers)
    const answer = await ask(what, 'POST', path, { key, body: asked })
    if (lastWasGood(answer)) journal.verified(id, String(answer.headers['x-request-id']), charged)
    else journal.verificationLost(id, charged)
  }

  async function upload(): Promise<void> {
    const waiting = uploads.filter(({ batch, underWay }) => batch === undefined && !underWay)
    const again = waiting.length > 0 && chance.happens(0.5) ? chance.pick(waiting) : undefined
    const mine = again ?? {
      account: chance.pick(uploaders),
      idempotencyKey: randomUUID(),
      batch: undefined,
      underWay: false,
    }
    if (!again) uploads.push(mine)
    const { body, headers } = csvForm(list.csv)
    const sent = { key: mine.account.key, body, headers: { ...headers, 'Idempotency-Key': mine.idempotencyKey } }
    mine.underWay = true
    const answer = await ask('uploadBulk', 'POST', '/v1/bulk/upload', sent)
    mine.underWay = false
    if (!lastWasGood(answer)) return
    const { id } = answer.body
    if (mine.batch !== undefined && mine.batch !== id) journal.problems.push(`an upload became ${mine.batch} and ${id}`)
    mine.batch = id
  }

  async function makeAccount(): Promise<void> {
    const answer = await ask('createAccount', 'POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    if (lastWasGood(answer)) journal.accountMade(answer.body.account.id, answer.body.api_key)
  }

  const anyEmail = () => `${chance.between(1, 1e9)}@${chance.pick(CERTAIN_DOMAINS)}`

  function act(what: Operation): Promise<unknown> {
    const { key } = chance.pick(verifiers)
    switch (what) {
      case 'verifyEmail':
        return verify(what, '/v1/verify', { email: anyEmail() }, 1)
      case 'verifyEmailSignals':
        return verify(what, '/v2/verify', { email: anyEmail() }, 1)
      case 'verifyBatch': {
        const emails = Array.from({ length: chance.between(1, MOST_IN_A_BATCH) }, (_, at) => `${at}.${anyEmail()}`)
        return verify(what, '/v1/verify/batch', { emails }, emails.length)
      }
      case 'createAccount':
        return makeAccount()
      case 'uploadBulk':
        return upload()
      case 'graphql':
        return ask(what, 'POST', '/graphql', { key, body: { query: '{ me { id } }' } })
      case 'getUsage':
        return ask(what, 'GET', '/v1/stats', { key })
      case 'getLiveness':
        return ask(what, 'GET', '/health/live', {})
      case 'getReadiness':
        return ask(what, 'GET', '/health/ready', {})
    }
  }

  function anyOperation(): Operation {
    let left = chance.between(
      1,
      SHARES.reduce((sum, [, share]) => sum + share, 0),
    )
    for (const [what, share] of SHARES) {
      left -= share
      if (left <= 0) return what
    }
    throw new Error('a share that is none')
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await act(anyOperation())
      await sleep(pauseMs)
    }
  }

  const running = Promise.all(Array.from({ length: clients }, run))
  return {
    deeds,
    uploads,
    each: () => Promise.all(SHARES.map(([what]) => act(what))),
    async stop() {
      stopped = true
      await running
      for (const http of https.values()) http.close()
    },
  }
}

/** The code of an error, GraphQL's too. */
const codeOf = ({ body }: Answer): string | undefined => body?.error?.code ?? body?.errors?.[0]?.extensions?.code
