import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  isListType,
  type OperationDefinitionNode,
} from 'graphql'
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity'
import { invalid, type Problem } from '../../http/contract/problems.js'
import { Failure } from '../../kernel/failure.js'

/** Fields that an operation may make the service answer, as far as can be told beforehand. */
const MAX_COST = 10_000
/** Of the whole schema's description. */
const INTROSPECTION_COST = 2_000
/** Items of a list that is not read in pages; where `extensions.counted` says so, they are accounted for elsewhere. */
const TYPICAL_LIST = 5

/** What numbers mean wherever they are an argument. */
const RANGES: { readonly [argument: string]: readonly [least: number, most: number] } = {
  first: [1, 100],
  limit: [1, 100],
  page: [1, 1_000_000],
}

export interface Weighed {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variables: { readonly [name: string]: unknown } | null | undefined
}

/**
 * Weighs an operation with its variables before anything of it is carried out.
 * @throws Failure VALIDATION_ERROR when it asks for too much, or for pages that cannot be
 * @throws GraphQLError when its variables do not fit
 */
export function requireAffordable(schema: GraphQLSchema, { document, operation, variables }: Weighed): void {
  const problems: Problem[] = []
  const cost = getComplexity({
    schema,
    query: document,
    variables: variables ?? {},
    ...(operation.name && { operationName: operation.name.value }),
    estimators: [costOf(problems)],
  })
  if (problems.length > 0) throw invalid(problems)
  if (cost > MAX_COST) {
    throw new Failure(
      'VALIDATION_ERROR',
      `This asks for about ${cost} fields; at most ${MAX_COST} are answered at once. Ask for smaller pages, or for less of each thing.`,
    )
  }
}

/** A field costs one, and what is below it as often as it can be there. */
const costOf =
  (problems: Problem[]): ComplexityEstimator =>
  ({ args, childComplexity, field }) => {
    for (const [name, value] of Object.entries(args)) problems.push(...outOfRange(name, value))
    if (field.name === '__schema' || field.name === '__type') return INTROSPECTION_COST
    const times = timesOf(args) ?? (isList(field) ? TYPICAL_LIST : 1)
    return 1 + times * childComplexity
  }

/** A page is as long as was asked for. */
function timesOf({ first, limit }: { readonly [name: string]: unknown }): number | undefined {
  const asked = first ?? limit
  return typeof asked === 'number' ? Math.max(1, asked) : undefined
}

const isList = ({ type, extensions }: GraphQLField<unknown, unknown>): boolean =>
  isListType(getNullableType(type)) && extensions.counted !== true

function outOfRange(name: string, value: unknown): Problem[] {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name] : undefined
  if (!range || typeof value !== 'number') return []
  const [least, most] = range
  if (value >= least && value <= most) return []
  const message = `\`${name}\` must be ${least} to ${most}; you sent ${value}`
  return [{ path: `/${name}`, message, keyword: value < least ? 'minimum' : 'maximum' }]
}
