// A proxy that injects network faults into the responses of a service.
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Seen {
  readonly method: string
  readonly path: string
  readonly idempotencyKey: string | undefined
}

/** The response to a request instead of the service's. */
type Trouble =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** The service executes the request, but its response is lost. */
  | 'answer_lost'
  /** The service executes the request, but its response is never passed on. */
  | 'held'
  /** The connection ends in the middle of the response. */
  | 'answer_cut'
  /** The connection ends before the request is read. */
  | 'refused'

export interface Front {
  readonly url: string
  /** All requests received. */
  readonly seen: readonly Seen[]
  count(method: string, path: RegExp): number
  /** Faults for the next requests to a path, one each. */
  trouble(method: string, path: RegExp, ...troubles: readonly Trouble[]): void
  /** Barrier: the next requests to a path are passed on only when this many have arrived. */
  barrier(method: string, path: RegExp, requests: number): void
  /** Changes the Idempotency-Key of all further requests. */
  rewriteKey(change: (given: string) => string): void
  close(): Promise<void>
}

/** A proxy in front of a service, which injects network faults into its responses. */
export async function startFront(service: string): Promise<Front> {
  const seen: Seen[] = []
  let keyOf = (given: string): string => given
  const barriers: { readonly method: string; readonly path: RegExp; left: number; readonly waiting: (() => void)[] }[] =
    []
  const planned: { readonly method: string; readonly path: RegExp; readonly trouble: Trouble }[] = []

  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request
    seen.push({ method, path, idempotencyKey: request.headers['idempotency-key'] as string | undefined })
    const at = planned.findIndex((plan) => plan.method === method && plan.path.test(path))
    const trouble = at < 0 ? undefined : planned.splice(at, 1)[0]!.trouble
    if (trouble === 'refused') return void request.socket.destroy()
    if (typeof trouble === 'object') return answer(request, response, trouble)
    const given = request.headers['idempotency-key'] as string | undefined
    if (given !== undefined) request.headers['idempotency-key'] = keyOf(given)
    const barrier = barriers.find((each) => each.left > 0 && each.method === method && each.path.test(path))
    if (!barrier) return pass(service, request, response, trouble)
    barrier.waiting.push(() => pass(service, request, response, trouble))
    if (--barrier.left === 0) for (const proceed of barrier.waiting) proceed()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count: (method, path) => seen.filter((each) => each.method === method && path.test(each.path)).length,
    trouble(method, path, ...troubles) {
      planned.push(...troubles.map((trouble) => ({ method, path, trouble })))
    },
    barrier(method, path, requests) {
      barriers.push({ method, path, left: requests, waiting: [] })
    },
    rewriteKey(change) {
      keyOf = change
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse, trouble: Exclude<Trouble, string>): void {
  request.resume().on('end', () => {
    response.writeHead(trouble.status, { 'Content-Type': 'application/json', ...trouble.headers })
    response.end(JSON.stringify(trouble.body ?? {}))
  })
}

function pass(service: string, request: IncomingMessage, response: ServerResponse, trouble?: Trouble): void {
  const { method, url, headers, socket } = request
  const onwards = httpRequest(new URL(url ?? '', service), { method, headers, agent: false }, (reply) => {
    if (trouble === 'answer_lost') return void reply.resume().on('end', () => socket.destroy())
    if (trouble === 'held') return void reply.resume()
    response.writeHead(reply.statusCode ?? 0, reply.headers)
    if (trouble === 'answer_cut')
      return void reply.once('data', (piece: Buffer) => {
        response.write(piece.subarray(0, Math.ceil(piece.length / 2)), () => socket.destroy())
        reply.destroy()
      })
    reply.pipe(response)
  })
  onwards.on('error', () => socket.destroy())
  request.on('close', () => request.complete || onwards.destroy())
  request.pipe(onwards)
}
