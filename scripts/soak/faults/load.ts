// Clients that send random requests to a service under faults.
import { setTimeout as sleep } from 'node:timers/promises'
import { createOperations, type OperationsOptions, type Upload } from './operations.js'
import type { Operation, RequestRecord } from './requestRecords.js'

export type { Upload }

export interface LoadOptions extends OperationsOptions {
  readonly clients: number
  /** Pause of a client between a response and its next request, in milliseconds. */
  readonly pauseMs: number
  /** Operations that the clients use (default: all). */
  readonly operations?: readonly Operation[]
}

export interface Load {
  readonly records: readonly RequestRecord[]
  readonly uploads: readonly Upload[]
  /** Runs each operation once, concurrently, in addition to the clients. */
  each(): Promise<unknown>
  /** Resolves once every client has received its last response. */
  stop(): Promise<void>
}

/** Operations and their shares of the requests, in percent. */
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

/** Starts clients that send random requests, whatever the responses are, and record every response. */
export function startLoad(options: LoadOptions): Load {
  const { clients, pauseMs, chance, operations } = options
  const shares = SHARES.filter(([operation]) => operations?.includes(operation) ?? true)
  const totalShares = shares.reduce((sum, [, share]) => sum + share, 0)
  const { run, records, uploads, close } = createOperations(options)
  let stopped = false

  function randomOperation(): Operation {
    let left = chance.between(1, totalShares)
    for (const [operation, share] of shares) {
      left -= share
      if (left <= 0) return operation
    }
    throw new Error('The shares do not add up.')
  }

  async function runClient(): Promise<void> {
    while (!stopped) {
      await run(randomOperation())
      await sleep(pauseMs)
    }
  }

  const running = Promise.all(Array.from({ length: clients }, runClient))
  return {
    records,
    uploads,
    each: () => Promise.all(shares.map(([operation]) => run(operation))),
    async stop() {
      stopped = true
      await running
      close()
    },
  }
}
