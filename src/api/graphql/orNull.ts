import { Failure } from '../../kernel/failure.js'

/** Null for what does not exist, as GraphQL's fields by ID answer. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null
    throw error
  }
}
