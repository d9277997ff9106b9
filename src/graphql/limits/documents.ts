import { createHash } from 'node:crypto'
import { type DocumentNode, GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { Failure } from '../../kernel/failure.js'
import { structureProblem } from './structure.js'
import { subscriptionProblem } from './subscription.js'
import { lengthProblem, textProblem } from './text.js'

/** Problems that are told of one query. */
const MAX_ERRORS = 20
/** Characters of queries that are remembered as sound. */
const REMEMBERED = 128 * 1024

/** A query that may not be carried out, whatever its variables. */
export class InvalidDocument extends Error {
  override readonly name = 'Unsound'
  constructor(readonly errors: readonly (GraphQLError | Failure)[]) {
    super('the query cannot be carried out')
  }
}

/** Names a query as Apollo does. */
const nameOf = (query: string): string => createHash('sha256').update(query).digest('hex')

export type Documents = ReturnType<typeof createDocuments>

/** Queries, parsed and proven to fit the schema: once, for whichever way they come. */
export function createDocuments(schema: GraphQLSchema) {
  const sound = new LRUCache<string, DocumentNode>({ maxSize: REMEMBERED, sizeCalculation: sizeOf })

  /** @throws Unsound */
  function documentOf(query: unknown): DocumentNode {
    if (typeof query !== 'string' || query === '') {
      throw refused('Send the operation as a text in `query`, for example {"query":"{ pricing { currency } }"}.')
    }
    const tooLong = lengthProblem(query)
    if (tooLong !== undefined) throw refused(tooLong)
    const name = nameOf(query)
    const known = sound.get(name)
    if (known) return known
    const document = parsed(query)
    const problem = structureProblem(document) ?? subscriptionProblem(document)
    if (problem !== undefined) throw refused(problem)
    const errors = validate(schema, document, specifiedRules, { maxErrors: MAX_ERRORS })
    if (errors.length > 0) throw new InvalidDocument(errors)
    sound.set(name, document)
    return document
  }

  return { documentOf, byName: (name: string): DocumentNode | undefined => sound.get(name) }
}

function parsed(query: string): DocumentNode {
  try {
    const problem = textProblem(query)
    if (problem !== undefined) throw refused(problem)
    return parse(query)
  } catch (error) {
    if (error instanceof GraphQLError) throw new InvalidDocument([error])
    throw error
  }
}

const refused = (message: string): InvalidDocument => new InvalidDocument([new Failure('VALIDATION_ERROR', message)])

/** A parsed query takes up to three hundred times the room of its text. */
const sizeOf = ({ loc }: DocumentNode): number => Math.max(1, loc?.end ?? 1)
