import { MongoServerError } from 'mongodb'
import { isNoSuchCollection } from './callMongo.js'

interface Droppable {
  drop(): Promise<unknown>
}

/**
 * Drops a collection or view, which need not exist. If it does not, MongoDB before version 7 answers with an error of
 * code 26, and other servers with one without a code.
 */
export async function dropCollection(collection: Droppable): Promise<void> {
  try {
    await collection.drop()
  } catch (error) {
    if (!isNoSuchCollection(error) && !isCodeless(error)) throw error
  }
}

const isCodeless = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === undefined && error.message.includes('ns not found')
