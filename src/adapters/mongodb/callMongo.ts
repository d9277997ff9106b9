import { type Db, type MongoClient, MongoError } from 'mongodb'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { type CircuitBreaker, createCircuitBreaker } from './circuitBreaker.js'

/**
 * Runs a call to MongoDB. An error of its driver, and no response in time, become StoreUnavailable. A call that timed
 * out may still be executed later.
 */
export type CallMongo = <T>(call: () => Promise<T>) => Promise<T>

export function createCallMongo(circuitBreaker: CircuitBreaker = createCircuitBreaker()): CallMongo {
  return async (call) => {
    const { timedOut, end } = circuitBreaker.startTimeout()
    try {
      const result = await Promise.race([call(), timedOut])
      circuitBreaker.recordResponse()
      return result
    } catch (error) {
      if (isResponse(error)) circuitBreaker.recordResponse()
      if (!(error instanceof MongoError || isSocketError(error))) throw error
      throw new StoreUnavailable(`the MongoDB operation failed: ${error.message}`, { cause: error })
    } finally {
      end()
    }
  }
}

const callers = new WeakMap<MongoClient, CallMongo>()

/** Runs calls to a database; all databases of a client share its circuit breaker. */
export function callerOf({ client }: Db): CallMongo {
  const caller = callers.get(client) ?? createCallMongo()
  callers.set(client, caller)
  return caller
}

/** The driver passes on the socket's error when the connection breaks during a write. */
const isSocketError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string'

/** Errors from the server have numeric codes; a broken connection has none, whatever class the driver gives it. */
const isResponse = (error: unknown): boolean => typeof (error as Coded | undefined)?.code === 'number'

const DUPLICATE_KEY = 11_000
const NAMESPACE_NOT_FOUND = 26

type Coded = { readonly code?: unknown }

/** Whether a document with this `_id`, or with this value of a unique index, exists already. */
export const isDuplicateKey = (error: unknown): boolean => (error as Coded).code === DUPLICATE_KEY

/** @returns false when a document with this `_id`, or with this value of a unique index, exists already */
export async function insertIfAbsent(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Whether the collection does not exist. */
export const isNoSuchCollection = (error: unknown): boolean => (error as Coded).code === NAMESPACE_NOT_FOUND
