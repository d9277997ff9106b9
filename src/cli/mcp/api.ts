// Calls the operations of a running service through the typed client.
import { createClient, type Mailproof, MailproofError } from '../../client/index.js'
import { type Answer, type Api, type Input, Refusal, type ToolOperation } from '../../mcp/api.js'

/** Agents wait for an answer: a longer pause is theirs to decide about. */
const MAX_RETRY_DELAY_MS = 5_000

/** @param url base URL of the service */
export function apiOver(url: string, apiKey: string): Api {
  const baseUrl = url.replace(/\/+$/, '')
  const client = createClient({ baseUrl, apiKey, maxRetryDelayMs: MAX_RETRY_DELAY_MS })

  return {
    baseUrl,
    sandbox: apiKey.startsWith('mpt_'),
    async call<Op extends ToolOperation>(operation: Op, input: Input, idempotencyKey?: string) {
      try {
        const call = client[operation] as unknown as Call
        return (await call(input, { ...(idempotencyKey !== undefined && { idempotencyKey }) })) as Answer<Op>
      } catch (error) {
        throw refusalOf(error)
      }
    },
    async *results(batchId) {
      try {
        yield* client.batches.results(batchId)
      } catch (error) {
        throw refusalOf(error)
      }
    },
    // What this program itself knows is not asked of the service.
    admit: async () => undefined,
  }

  function refusalOf(error: unknown): unknown {
    if (!(error instanceof MailproofError)) return error
    const { code, message, details, retryAfterMs } = error
    return new Refusal({
      code,
      message,
      details: details as NonNullable<Refusal['refused']['details']>,
      ...(retryAfterMs !== undefined && { retry_after: Math.ceil(retryAfterMs / 1_000) }),
      ...(error.status !== undefined &&
        code !== 'UNEXPECTED_RESPONSE' && { docs_url: `${baseUrl}/docs/errors/${code}` }),
    })
  }
}

type Call = (input: Input, options?: Parameters<Mailproof['getBatch']>[1]) => Promise<unknown>
