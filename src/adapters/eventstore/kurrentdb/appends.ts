import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.js'
import { closed, timeoutError, unavailable } from './failures.js'
import { type Outcome, outcomeOf } from './outcome.js'
import { type BatchAppendReq, type BatchAppendResp, type StreamsClient, UUID } from './protocol.js'

/** A streaming call that carries the appends of this process in order. */
interface AppendCall {
  readonly call: ReturnType<StreamsClient['batchAppend']>
  readonly waiting: Map<string, Waiting>
}

interface Waiting {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/** Sends appends and matches the responses to them. An append without a response may or may not have been applied. */
export function createAppends(connection: Connection) {
  let current: Promise<AppendCall> | undefined

  async function open(ended: () => void): Promise<AppendCall> {
    const streams = await connection.streams()
    const call = streams.batchAppend(...connection.callArguments())
    const waiting: AppendCall['waiting'] = new Map()
    const unregister = connection.onClose(() => call.cancel())
    const end = (error: Error) => {
      unregister()
      ended()
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    call.on('data', (response: BatchAppendResp) => {
      const id = response.getCorrelationId()!.getString()
      waiting.get(id)?.resolve(outcomeOf(response))
      waiting.delete(id)
    })
    call.on('error', (error) => {
      connection.failed(streams, error)
      end(error)
    })
    call.on('end', () => {
      call.end()
      end(unavailable('the connection ended'))
    })
    return { call, waiting }
  }

  function currentCall(): Promise<AppendCall> {
    if (current) return current
    const ended = () => {
      if (current === opened) current = undefined
    }
    const opened = open(ended)
    opened.catch(ended)
    current = opened
    return opened
  }

  /** @throws StoreUnavailable, or the error that ended the connection */
  async function send(request: BatchAppendReq, timeoutMs: number): Promise<Outcome> {
    if (connection.isClosed()) throw closed()
    const id = randomUUID()
    request.setCorrelationId(new UUID().setString(id))
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        let used: AppendCall | undefined
        let timedOut = false
        timer = setTimeout(() => {
          timedOut = true
          reject(timeoutError())
          // Queued appends would otherwise still be written, long after their callers got an error.
          used?.call.cancel()
        }, timeoutMs)
        currentCall().then((opened) => {
          if (timedOut) return
          used = opened
          used.waiting.set(id, { resolve, reject })
          used.call.write(request)
        }, reject)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return { send }
}
