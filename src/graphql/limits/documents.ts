// Parses and validates queries, refuses those beyond the limits of a document, and keeps valid ones in a cache.
import { createHash } from 'node:crypto'
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { yieldToEventLoop } from '../../kernel/concurrency/yielding.js'
import { Failure } from '../../kernel/failure.js'
import { structureProblem } from './structure.js'
import { subscriptionProblem } from './subscription.js'
import { lengthProblem, textProblem } from './text.js'

/** Maximum number of validation errors reported for one query. */
const MAX_ERRORS = 20
/** Total length of the queries in the cache of valid documents, in characters. */
const CACHE_SIZE = 128 * 1024

/** A query that cannot be executed, whatever its variables. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument'
  constructor(readonly errors: readonly (GraphQLError | Failure)[]) {
    super('the query is not valid')
  }
}

/** Hash of a query; Apollo uses the same as the key of its document store. */
const hashOf = (query: string): string => createHash('sha256').update(query).digest('hex')

export type DocumentCache = ReturnType<typeof createDocumentCache>

/** Parses queries and validates them against the schema, with a cache that both transports share. */
export function createDocumentCache(schema: GraphQLSchema) {
  const valid = new LRUCache<string, DocumentNode>({ maxSize: CACHE_SIZE, sizeCalculation: sizeOf })

  /** The name of a query in the cache. @throws InvalidDocument if it is no text, or too long */
  function nameOf(query: unknown): string {
    if (typeof query !== 'string' || query === '') {
      throw invalid('Send the operation as a string in `query`, for example {"query":"{ pricing { currency } }"}.')
    }
    const tooLong = lengthProblem(query)
    if (tooLong !== undefined) throw invalid(tooLong)
    return hashOf(query)
  }

  /** @throws InvalidDocument */
  function validated(query: string, name: string): DocumentNode {
    const document = parsed(query)
    const problem = structureProblem(document) ?? subscriptionProblem(document)
    if (problem !== undefined) throw invalid(problem)
    const errors = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS })
    if (errors.length > 0) throw new InvalidDocument(errors)
    valid.set(name, document)
    return document
  }

  return {
    /**
     * A query that is not known waits for a turn of the event loop: a kilobyte of unknown fields takes milliseconds to
     * validate, and a client may send hundreds at once.
     * @throws InvalidDocument
     */
    async loadDocument(query: unknown): Promise<DocumentNode> {
      const name = nameOf(query)
      if (!valid.has(name)) await yieldToEventLoop()
      return valid.get(name) ?? validated(query as string, name)
    },
    byName: (name: string): DocumentNode | undefined => valid.get(name),
  }
}

function parsed(query: string): DocumentNode {
  try {
    const problem = textProblem(query)
    if (problem !== undefined) throw invalid(problem)
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidDocument([error])
    throw error
  }
}

const invalid = (message: string): InvalidDocument => new InvalidDocument([new Failure('VALIDATION_ERROR', message)])

/** Size of a document in the cache: the length of its text. The parsed form takes up to 300 times as much memory. */
const sizeOf = ({ loc }: DocumentNode): number => Math.max(1, loc?.end ?? 1)
