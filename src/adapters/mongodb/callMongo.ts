import { MongoError } from 'mongodb'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'
import { recordResponse, startTimeout } from './circuitBreaker.js'

/**
 * Runs what asks MongoDB. Whatever its driver throws, and no answer in time, is StoreUnavailable. What was asked too
 * late may still be done.
 */
export async function callMongo<T>(ask: () => Promise<T>): Promise<T> {
  const { tooLate, end } = startTimeout()
  try {
    const answer = await Promise.race([ask(), tooLate])
    recordResponse()
    return answer
  } catch (error) {
    if (isAnswer(error)) recordResponse()
    if (!(error instanceof MongoError || isOfSocket(error))) throw error
    throw new StoreUnavailable(`MongoDB did not do what it was asked: ${error.message}`, { cause: error })
  } finally {
    end()
  }
}

/** A connection that breaks while something is written to it: the driver hands on what the socket said. */
const isOfSocket = (error: unknown): error is NodeJS.ErrnoException =>
  typeof (error as NodeJS.ErrnoException | undefined)?.syscall === 'string'

/** The server's errors have numbers; a connection that broke has none, whatever the driver calls it. */
const isAnswer = (error: unknown): boolean => typeof (error as Coded | undefined)?.code === 'number'

const DUPLICATE_KEY = 11_000
const NO_SUCH_COLLECTION = 26

type Coded = { readonly code?: unknown }

/** Whether there is a document already with this `_id`, or with this value of a unique index. */
export const isDuplicateKey = (error: unknown): boolean => (error as Coded).code === DUPLICATE_KEY

/** @returns false when there was a document already with this `_id`, or with this value of a unique index */
export async function insertIfAbsent(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Whether what was asked about is a collection that never was, or is no more. */
export const isNoSuchCollection = (error: unknown): boolean => (error as Coded).code === NO_SUCH_COLLECTION
