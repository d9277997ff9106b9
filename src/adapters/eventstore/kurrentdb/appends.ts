import { randomUUID } from 'node:crypto'
import type { Connection } from './connection.js'
import { closed, late, unavailable } from './failures.js'
import { type Outcome, outcomeOf } from './outcome.js'
import { type BatchAppendReq, type BatchAppendResp, type StreamsClient, UUID } from './protocol.js'

/** One long call, which carries the appends of this process in the order in which they were made. */
interface Line {
  readonly call: ReturnType<StreamsClient['batchAppend']>
  readonly waiting: Map<string, Waiting>
}

interface Waiting {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: Error) => void
}

/** Sends appends, and brings each its answer. What was sent and not answered may have happened or not. */
export function createAppends(connection: Connection) {
  let line: Promise<Line> | undefined

  async function open(ended: () => void): Promise<Line> {
    const streams = await connection.streams()
    const call = streams.batchAppend(...connection.callArguments())
    const waiting: Line['waiting'] = new Map()
    const forget = connection.onClose(() => call.cancel())
    const end = (error: Error) => {
      forget()
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

  function lineNow(): Promise<Line> {
    if (line) return line
    const ended = () => {
      if (line === opened) line = undefined
    }
    const opened = open(ended)
    opened.catch(ended)
    line = opened
    return opened
  }

  /** @throws StoreUnavailable, or what the connection ended with */
  async function send(request: BatchAppendReq, timeoutMs: number): Promise<Outcome> {
    if (connection.isClosed()) throw closed()
    const id = randomUUID()
    request.setCorrelationId(new UUID().setString(id))
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        let found: Line | undefined
        let over = false
        timer = setTimeout(() => {
          over = true
          reject(late())
          // What waits in it would still be written, long after its callers were told otherwise.
          found?.call.cancel()
        }, timeoutMs)
        lineNow().then((opened) => {
          if (over) return
          found = opened
          found.waiting.set(id, { resolve, reject })
          found.call.write(request)
        }, reject)
      })
    } finally {
      clearTimeout(timer)
    }
  }

  return { send }
}
