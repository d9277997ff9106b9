import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAnswerReader } from './answer.js'
import { createHistogram } from './histogram.js'
import { type LoadOptions, open } from './load.js'

export interface OfferedOptions extends Omit<LoadOptions, 'pid'> {
  /** Offered load in requests per second (open loop). */
  readonly perSecond: number
}

export interface OfferedResult {
  readonly answered: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
}

/**
 * Asks at a steady rate over connections that are kept: what is slow is not asked less, and a request that finds no
 * connection free waits, and its waiting counts.
 * @throws Error at the first answer that is not good, and when a connection breaks
 */
export async function runOffered(options: OfferedOptions): Promise<OfferedResult> {
  const { url, next, isGood, connections, seconds, perSecond } = options
  const { hostname, port } = new URL(url)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(hostname, Number(port))))
  const free: ((askedAt: number) => void)[] = []
  const waiting: number[] = []
  const latencies = createHistogram()
  let answered = 0
  let worstMs = 0
  let failed: unknown

  function drive(socket: Socket): void {
    const read = createAnswerReader()
    let askedAt = 0
    const ask = (at: number) => {
      askedAt = at
      socket.write(next())
    }
    const rest = () => {
      const at = waiting.shift()
      if (at === undefined) free.push(ask)
      else ask(at)
    }
    const fail = (error: unknown) => {
      failed ??= error
    }
    socket.on('error', fail)
    socket.on('close', () => fail(new Error(`${url} closed a connection under load`)))
    socket.on('data', (chunk) => {
      try {
        const answer = read(chunk)
        if (!answer) return
        if (!isGood(answer)) throw new Error(`answered ${answer.status}: ${answer.body.toString().slice(0, 400)}`)
      } catch (error) {
        return fail(error)
      }
      const took = performance.now() - askedAt
      latencies.count(took)
      worstMs = Math.max(worstMs, took)
      answered++
      rest()
    })
    rest()
  }

  for (const socket of sockets) drive(socket)
  const began = performance.now()
  const count = Math.round(seconds * perSecond)
  try {
    for (let index = 0; index < count && failed === undefined; index++) {
      await sleep(Math.max(0, began + (index * 1_000) / perSecond - performance.now()))
      const ask = free.shift()
      if (ask) ask(performance.now())
      else waiting.push(performance.now())
    }
    while (answered < count && failed === undefined) await sleep(1)
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
  if (failed !== undefined) throw failed
  return { answered, p50Ms: latencies.quantile(0.5), p99Ms: latencies.quantile(0.99), worstMs }
}
