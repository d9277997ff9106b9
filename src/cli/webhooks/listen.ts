// `mailproof webhooks listen`: a receiver on this machine, for developing one.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pc from 'picocolors'
import { createClient, MailproofError, verifyWebhook, type WebhookPayload } from '../../client/index.js'
import { print, printError, UsageError, visible } from '../output.js'
import { parseBaseUrl, parseKey } from '../service.js'
import { onStopSignal } from '../signals.js'

export interface ListenOptions {
  readonly url: string
  readonly host: string
  readonly port: number
  readonly forwardTo?: string
  readonly events?: readonly string[]
  readonly json?: boolean
}

/** More than any body that the service sends. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
const FORWARD_TIMEOUT_MS = 15_000

/**
 * Registers a webhook whose URL is this process, prints every event that arrives and passes it on, until it is stopped; then
 * deletes the webhook.
 */
export async function executeListen(options: ListenOptions): Promise<void> {
  const apiKey = parseKey(process.env.MAILPROOF_API_KEY, 'webhooks')
  const client = createClient({ baseUrl: parseBaseUrl(options.url).href, apiKey })
  let secret = ''
  const server = createServer((request, response) => {
    receive(request, { secret, ...options }).then(
      (status) => end(response, status),
      (error: Error) => {
        printError(visible(error.message))
        end(response, 400)
      },
    )
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stopped = new Promise<void>((resolve) => onStopSignal(() => resolve()))
  try {
    const events = options.events as Parameters<typeof client.createWebhook>[0]['events']
    const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}/`
    const created = await client.createWebhook({ url, ...(events && { events }) }).catch(refusal)
    secret = created.secret
    // Standard output has nothing but events as JSON if that was asked for.
    const to = options.json ? process.stderr : process.stdout
    print(`Listening at ${url} as ${created.webhook.id}. Its secret, for this session: ${secret}`, to)
    if (options.forwardTo) print(`Calls are passed on to ${options.forwardTo}. Press Ctrl-C to end.`, to)
    await stopped
    await client.deleteWebhook({ webhookId: created.webhook.id })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** @throws UsageError with the remedy if the service may not call this machine */
function refusal(error: unknown): never {
  if (!(error instanceof MailproofError) || error.code !== 'WEBHOOK_URL_NOT_ALLOWED') throw error
  throw new UsageError(
    `${error.message} For development, start the service with WEBHOOK_ALLOWED_SUBNETS=127.0.0.0/8, or name an address of this machine that it may call with --host.`,
  )
}

/** @returns the status of the answer: that of the program that calls are passed on to, or 204 */
async function receive(
  request: IncomingMessage,
  { secret, forwardTo, json }: ListenOptions & { readonly secret: string },
): Promise<number> {
  const body = await readBody(request)
  const { headers } = request
  const event = await verifyWebhook({ headers, body }, secret)
  if (json) print(JSON.stringify(event))
  else print(lineOf(event))
  if (forwardTo === undefined) return 204
  const status = await forward(forwardTo, headers, body)
  if (!json) print(pc.dim(`  ${forwardTo} answered ${status}`))
  return status
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error('a call was longer than any of the service')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const lineOf = ({ type, timestamp, data }: WebhookPayload): string =>
  `${pc.dim(timestamp)} ${pc.bold(type)} ${visible(JSON.stringify(data))}`

/** Passes a call on as it came. @returns the status of the answer; 502 if there is none, so that the service tries again */
async function forward(url: string, headers: IncomingMessage['headers'], body: Buffer): Promise<number> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    })
    await answer.body?.cancel()
    return answer.status
  } catch (error) {
    printError(`${visible(url)} does not answer (${visible((error as Error).message)}).`)
    return 502
  }
}

/** Headers of the connection that the call arrived by (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end()
}
