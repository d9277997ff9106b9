// A webhook endpoint for tests: records calls, answers as a test decides, and has helpers to check signatures.
import { Webhook } from 'standardwebhooks'
import { type Receiver, startReceiver } from './receiver.js'

/** A request as received. */
export interface Call {
  readonly id: string
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

export interface TargetAnswer {
  readonly status: number
  readonly headers?: readonly string[]
  readonly body?: string
}

export interface Target {
  readonly url: string
  readonly receiver: Receiver
  readonly calls: readonly Call[]
  close(): Promise<void>
}

/** A webhook receiver that answers as the test decides; undefined = never. */
export async function startTarget(
  answer: (call: Call, count: number) => TargetAnswer | undefined | Promise<TargetAnswer | undefined> = () => ({
    status: 204,
  }),
): Promise<Target> {
  const calls: Call[] = []
  const receiver = await startReceiver(async (socket, request) => {
    const call = parse(request)
    calls.push(call)
    const answered = await answer(call, calls.length)
    if (!answered) return
    const { status, headers = [], body = '' } = answered
    const length = status === 204 ? [] : [`content-length: ${Buffer.byteLength(body)}`]
    socket.end([`HTTP/1.1 ${status} Said`, ...headers, ...length, 'connection: close', '', body].join('\r\n'))
  })
  return {
    url: `http://${receiver.host}:${receiver.port}/hook?token=secret-token`,
    receiver,
    calls,
    close: () => receiver.close(),
  }
}

function parse(request: string): Call {
  const end = request.indexOf('\r\n\r\n')
  const [first = '', ...lines] = request.slice(0, end).split('\r\n')
  const headers: { [name: string]: string } = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  return { id: headers['webhook-id'] ?? '', path: first.split(' ')[1] ?? '', headers, body: request.slice(end + 4) }
}

/**
 * Whether a call is signed with a secret, by the library that receivers use. The time is taken from the call: other tests
 * check it.
 */
export function isSignedWith(secret: string, { headers, body }: Pick<Call, 'headers' | 'body'>): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const expected = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body)
  return (headers['webhook-signature'] ?? '').split(' ').includes(expected)
}

/** The request that a target received, in the form that a receiver's library expects. */
export function signedCallOf(request: string): { body: string; headers: Record<string, string> } {
  const { body, headers } = parse(request)
  return { body, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('webhook-'))) }
}
