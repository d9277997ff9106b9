import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance, Journal } from '../../../test/support/journal.js'
import type { KnownList } from '../../../test/support/knownList.js'
import type { MadeAccount } from '../accounts.js'
import type { Deed, Operation } from './deeds.js'
import { createOperations } from './operations.js'

/** An upload that is retried with the same Idempotency-Key until it is acknowledged. */
export interface Upload {
  readonly account: MadeAccount
  readonly idempotencyKey: string
  /** The batch it became. */
  batch: string | undefined
  /** Whether a request is waiting for its response. */
  inFlight: boolean
}

export interface LoadOptions {
  /** URL of a process that accepts requests at the moment. */
  readonly where: () => string
  readonly clients: number
  /** Pause of a client between a response and its next request, in milliseconds. */
  readonly pauseMs: number
  /** Accounts that verify; they are in the journal. */
  readonly verifiers: readonly MadeAccount[]
  /** Accounts that upload the list and do nothing else. */
  readonly uploaders: readonly MadeAccount[]
  readonly list: KnownList
  readonly journal: Journal
  readonly chance: Chance
}

export interface Load {
  readonly deeds: readonly Deed[]
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
const TOTAL_SHARES = SHARES.reduce((sum, [, share]) => sum + share, 0)

/** Starts clients that send random requests, whatever the responses are, and record every response. */
export function startLoad(options: LoadOptions): Load {
  const { clients, pauseMs, chance } = options
  const { run, deeds, uploads, close } = createOperations(options)
  let stopped = false

  function randomOperation(): Operation {
    let left = chance.between(1, TOTAL_SHARES)
    for (const [operation, share] of SHARES) {
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
    deeds,
    uploads,
    each: () => Promise.all(SHARES.map(([operation]) => run(operation))),
    async stop() {
      stopped = true
      await running
      close()
    },
  }
}
