import { connect, type Socket } from 'node:net'
import { createAnswerReader, type HttpAnswer } from './answer.js'
import { cpuTime } from './cpuTime.js'
import { createHistogram } from './histogram.js'

export interface LoadOptions {
  readonly url: string
  /** The bytes of the next request. */
  readonly next: () => Buffer
  /** Whether a response is correct; the first that is not ends the load. */
  readonly isGood: (answer: HttpAnswer) => boolean
  readonly connections: number
  readonly seconds: number
  /** The measured process, for its CPU per response. */
  readonly pid?: number
}

export interface LoadResult {
  readonly perSecond: number
  /** All responses divided by the total time: for long requests of which few finish before the deadline. */
  readonly meanPerSecond: number
  /** All responses, including those after the deadline. */
  readonly answered: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU per response of the measured process, in microseconds; NaN if unknown. */
  readonly cpuUs: number
  /** Share of one core used by the load generator; near 1 it is the bottleneck. */
  readonly generatorCpu: number
}

/**
 * Keeps connections busy with one request each, over bare sockets: autocannon would need more of a core than the
 * service that it measures.
 * @throws Error at the first answer that is not good, and when a connection breaks
 */
export async function runLoad({ url, next, isGood, connections, seconds, pid }: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(url)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const latencies = createHistogram()
  const cpuBefore = process.cpuUsage()
  const cpuOfPid = () => (pid === undefined ? Number.NaN : cpuTime(pid))
  const pidBefore = cpuOfPid()
  const began = performance.now()
  const deadline = began + seconds * 1_000
  let inTime = 0
  let answered = 0

  const drive = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      const read = createAnswerReader()
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(next())
      }
      socket.on('error', reject)
      socket.on('close', () => reject(new Error(`${url} closed a connection under load`)))
      socket.on('data', (chunk) => {
        try {
          const answer = read(chunk)
          if (!answer) return
          if (!isGood(answer)) throw new Error(`answered ${answer.status}: ${answer.body.toString().slice(0, 400)}`)
          answered++
          const now = performance.now()
          if (now > deadline) return resolve()
          inTime++
          latencies.count(now - sentAt)
          send()
        } catch (error) {
          reject(error)
        }
      })
      send()
    })

  try {
    await Promise.all(sockets.map(drive))
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
  const { user, system } = process.cpuUsage(cpuBefore)
  const elapsedMs = performance.now() - began
  return {
    perSecond: inTime / seconds,
    meanPerSecond: (answered * 1_000) / elapsedMs,
    answered,
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    cpuUs: (cpuOfPid() - pidBefore) / answered,
    generatorCpu: (user + system) / 1_000 / elapsedMs,
  }
}

/** A keep-alive connection. */
export const open = (host: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => {
      socket.removeAllListeners('error')
      resolve(socket)
    })
    socket.once('error', reject)
  })

/** The bytes of a request with a JSON body, or of a GET without one. */
export function requestBytes(path: string, { key, body }: { key?: string; body?: unknown } = {}): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  return Buffer.from(
    [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      'Host: localhost',
      ...(key === undefined ? [] : [`X-API-Key: ${key}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
      '',
      text,
    ].join('\r\n'),
  )
}

/** Cycles through the items forever. */
export function inTurn<T>(items: readonly T[]): () => T {
  let at = 0
  return () => items[at++ % items.length]!
}
