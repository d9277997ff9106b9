// The random requests of clients, and what they record.
import { randomUUID } from 'node:crypto'
import { type Answer, client, type RequestOptions } from '../../../testbed/callers/client.js'
import { csvForm } from '../../../testbed/callers/multipart.js'
import type { Chance } from '../../../testbed/chance.js'
import type { KnownList } from '../../../testbed/given/knownList.js'
import type { Journal } from '../../../testbed/records/journal.js'
import type { Account } from '../../../testbed/service/service.js'
import { CERTAIN_DOMAINS } from '../killClients.js'
import { isGood, type Operation, type RequestRecord } from './requestRecords.js'

const MAX_BATCH_SIZE = 20
/** Probability that an upload retries an earlier one that has not been acknowledged. */
const RETRY_PROBABILITY = 0.5

/** An upload that is retried with the same Idempotency-Key until it is acknowledged. */
export interface Upload {
  readonly account: Account
  readonly idempotencyKey: string
  /** The batch it became. */
  batch: string | undefined
  /** Whether a request is waiting for its response. */
  inFlight: boolean
}

export interface OperationsOptions {
  /** URL of a process that accepts requests at the moment. */
  readonly where: () => string
  /** Accounts that verify; they are in the journal. */
  readonly verifiers: readonly Account[]
  /** Accounts that upload the list and do nothing else. */
  readonly uploaders: readonly Account[]
  readonly list: KnownList
  readonly journal: Journal
  readonly chance: Chance
}

/** The operations of a load. Each sends one request with random arguments and records its response. */
export function createOperations(options: OperationsOptions) {
  const { verifiers, uploaders, list, journal, chance } = options
  const { send, records, close } = createRecordingClient(options.where)
  const uploads: Upload[] = []

  async function verify(operation: Operation, path: string, body: object, charged: number): Promise<void> {
    const { id, key } = chance.pick(verifiers)
    const answer = await send(operation, 'POST', path, { key, body })
    if (isSuccess(answer)) journal.verified(id, String(answer.headers['x-request-id']), charged)
    else journal.verificationLost(id, charged)
  }

  async function upload(): Promise<void> {
    const unacknowledged = uploads.filter(({ batch, inFlight }) => batch === undefined && !inFlight)
    const retried =
      unacknowledged.length > 0 && chance.happens(RETRY_PROBABILITY) ? chance.pick(unacknowledged) : undefined
    const current: Upload = retried ?? {
      account: chance.pick(uploaders),
      idempotencyKey: randomUUID(),
      batch: undefined,
      inFlight: false,
    }
    if (!retried) uploads.push(current)
    const { body, headers } = csvForm(list.csv)
    current.inFlight = true
    const answer = await send('uploadBulk', 'POST', '/v1/bulk/upload', {
      key: current.account.key,
      body,
      headers: { ...headers, 'Idempotency-Key': current.idempotencyKey },
    })
    current.inFlight = false
    if (!isSuccess(answer)) return
    const { id } = answer.body
    if (current.batch !== undefined && current.batch !== id)
      journal.problems.push(`one upload became two batches: ${current.batch} and ${id}`)
    current.batch = id
  }

  async function createAccount(): Promise<void> {
    const answer = await send('createAccount', 'POST', '/v1/accounts/create', { body: { email: 'ada@example.org' } })
    if (isSuccess(answer)) journal.accountMade(answer.body.account.id, answer.body.api_key)
  }

  const randomEmail = () => `${chance.between(1, 1e9)}@${chance.pick(CERTAIN_DOMAINS)}`

  function run(operation: Operation): Promise<unknown> {
    const { key } = chance.pick(verifiers)
    switch (operation) {
      case 'verifyEmail':
        return verify(operation, '/v1/verify', { email: randomEmail() }, 1)
      case 'verifyEmailSignals':
        return verify(operation, '/v2/verify', { email: randomEmail() }, 1)
      case 'verifyBatch': {
        const emails = Array.from({ length: chance.between(1, MAX_BATCH_SIZE) }, (_, at) => `${at}.${randomEmail()}`)
        return verify(operation, '/v1/verify/batch', { emails }, emails.length)
      }
      case 'createAccount':
        return createAccount()
      case 'uploadBulk':
        return upload()
      case 'graphql':
        return send(operation, 'POST', '/graphql', { key, body: { query: '{ me { id } }' } })
      case 'getUsage':
        return send(operation, 'GET', '/v1/stats', { key })
      case 'getLiveness':
        return send(operation, 'GET', '/health/live', {})
      case 'getReadiness':
        return send(operation, 'GET', '/health/ready', {})
    }
  }

  return { run, records: records as readonly RequestRecord[], uploads: uploads as readonly Upload[], close }
}

/** An HTTP client that records each response. @param where returns the URL of the process to call */
function createRecordingClient(where: () => string) {
  const clients = new Map<string, ReturnType<typeof client>>()
  const records: RequestRecord[] = []

  /** @returns undefined if the connection broke */
  async function send(what: Operation, method: string, path: string, options: RequestOptions) {
    const url = where()
    const http = clients.get(url) ?? client(url)
    clients.set(url, http)
    const from = performance.now()
    const record = (status: number, code?: string) =>
      void records.push({ what, status, code, from, to: performance.now() })
    try {
      const answer = await http.request(method, path, options)
      record(answer.status, errorCodeOf(answer))
      return answer
    } catch {
      record(0)
      return undefined
    }
  }

  return {
    send,
    records,
    close() {
      for (const http of clients.values()) http.close()
    },
  }
}

const isSuccess = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && isGood({ status: answer.status, code: errorCodeOf(answer) })

/** Error code of a REST or GraphQL response, if any. */
const errorCodeOf = ({ body }: Answer): string | undefined => body?.error?.code ?? body?.errors?.[0]?.extensions?.code
