// Calls to MongoDB: their timeouts, the circuit breaker that they share, and what errors mean.
import { type Db, MongoBulkWriteError, MongoError } from 'mongodb'
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

const callers = new WeakMap<Db, CallMongo>()

/** Runs calls to a database; all users of the object share its circuit breaker. */
export function callerOf(db: Db): CallMongo {
  const caller = callers.get(db) ?? createCallMongo()
  callers.set(db, caller)
  return caller
}

/** Makes the calls to a database use this circuit breaker. Must be called before the first use of `callerOf`. */
export const setCircuitBreaker = (db: Db, circuitBreaker: CircuitBreaker): void =>
  void callers.set(db, createCallMongo(circuitBreaker))

/** Codes of errors of Node's sockets and streams. */
const SOCKET_CODE = /^(E(PIPE|CONN[A-Z]+|TIMEDOUT|HOSTUNREACH|NETUNREACH)|ERR_(STREAM|SOCKET)_[A-Z_]+)$/

/**
 * The driver passes on the socket's error when the connection breaks during a write. That of a write after the server's
 * FIN has a code, but no `syscall`.
 */
function isSocketError(error: unknown): error is Error {
  const { syscall, code } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  return typeof syscall === 'string' || (typeof code === 'string' && SOCKET_CODE.test(code))
}

/** Errors from the server have numeric codes; a broken connection has none, whatever class the driver gives it. */
const isResponse = (error: unknown): boolean => typeof (error as Coded | undefined)?.code === 'number'

const DUPLICATE_KEY = 11_000
const NAMESPACE_NOT_FOUND = 26

type Coded = { readonly code?: unknown }

/** Whether a document with this `_id`, or with this value of a unique index, exists already. */
const isDuplicateKey = (error: unknown): boolean => (error as Coded).code === DUPLICATE_KEY

/**
 * Indexes of the operations of a bulk write that failed because their document exists already.
 * @throws the error itself when it has any other cause
 */
export function duplicatesIn(error: unknown): number[] {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error
  const failures = [error.writeErrors].flat()
  if (failures.length === 0 || !failures.every(isDuplicateKey)) throw error
  return failures.map(({ index }) => index)
}

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
