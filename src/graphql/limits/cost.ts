// Computes the cost of an operation before it is executed.
import {
  type GraphQLField,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isListType,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { rangeOf } from '../../api/contract/defaults.js'
import { invalid, type Problem } from '../../api/contract/problems.js'
import { Failure } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'
import { type IntrospectionSizes, introspectionSizes } from './introspectionSizes.js'
import type { VariableValues } from './values.js'
import { type WeighedField, type WeighedOperation, weigh } from './weigh.js'

/** Higher costs are reported as this number: nested fragments can make them astronomically large. */
const MAX_REPORTED = 1e9
/** Cost of the full introspection query that tools send. */
const DESCRIPTION_COST = 4_000
/** Additional cost of a page filtered by verdict: many rows may have to be scanned to fill it. */
const SEARCH_COST = 40
/** Assumed length of a list that is not paginated, unless `extensions.items` gives another. */
const TYPICAL_LIST = 5

const PAGE_SIZES = rangeOf('listDeliveries', 'limit')
const [FIRST_PAGE] = rangeOf('getPoolContributions', 'page')

/** Ranges of arguments, by name: those of the REST parameters, as far as GraphQL's Int reaches. */
const RANGES: { readonly [argument: string]: readonly [min: number, max: number] } = {
  first: PAGE_SIZES,
  limit: PAGE_SIZES,
  page: [FIRST_PAGE, 2 ** 31 - 1],
}

/**
 * @returns the cost of an operation
 * @throws Failure VALIDATION_ERROR if it is too high, or a pagination argument is out of range
 * @throws GraphQLError if an argument does not match its type
 */
export type RequireAffordable = (weighed: WeighedOperation) => number

/** Computes the costs of a schema's operations before they are executed. */
export function createRequireAffordable(schema: GraphQLSchema): RequireAffordable {
  const sizes = introspectionSizes(schema)
  const document = parse(getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true }))
  const operation = document.definitions[0] as OperationDefinitionNode
  const whole = weigh(schema, { document, operation, values: {} }, costOf([], sizes))

  return (weighed) => {
    const problems: Problem[] = []
    const cost = weigh(schema, weighed, costOf(problems, sizes, whole))
    if (problems.length > 0) throw invalid(problems)
    if (cost > perRequest.graphqlCost.max) {
      throw new Failure(
        'VALIDATION_ERROR',
        `The query requests about ${Math.round(Math.min(cost, MAX_REPORTED))} fields; at most ${perRequest.graphqlCost.max} are allowed. Request smaller pages or fewer fields.`,
      )
    }
    return cost
  }
}

/**
 * Cost of a field: one, unless `extensions.cost` gives another, plus the cost of its selection set multiplied by the
 * number of objects that it may return.
 * @param whole raw cost of the full introspection query; other introspection is priced in proportion
 */
const costOf =
  (problems: Problem[], sizes: IntrospectionSizes, whole?: number) =>
  ({ parent, field, args, below }: WeighedField): number => {
    for (const name in args) problems.push(...outOfRange(name, args[name]))
    if (isIntrospectionType(parent)) return 1 + (sizes[parent.name]?.[field.name] ?? 1) * below
    if (isIntrospectionType(getNamedType(field.type)) && whole !== undefined) {
      return Math.max(1, (DESCRIPTION_COST * below) / whole)
    }
    const times = timesOf(args) ?? (isList(field) ? itemsOf(field) : 1)
    return ownCostOf(field) + times * below + (args.verdict ? SEARCH_COST : 0)
  }

/** The requested page size, if any. */
function timesOf({ first, limit }: VariableValues): number | undefined {
  const requested = first ?? limit
  return typeof requested === 'number' ? Math.max(1, requested) : undefined
}

const isList = ({ type }: GraphQLField<unknown, unknown>): boolean => isListType(getNullableType(type))

const ownCostOf = ({ extensions: { cost } }: GraphQLField<unknown, unknown>): number =>
  typeof cost === 'number' ? cost : 1

const itemsOf = ({ extensions: { items } }: GraphQLField<unknown, unknown>): number =>
  typeof items === 'number' ? items : TYPICAL_LIST

function outOfRange(name: string, value: unknown): Problem[] {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name] : undefined
  if (!range || typeof value !== 'number') return []
  const [min, max] = range
  if (value >= min && value <= max) return []
  const message = `\`${name}\` must be ${min} to ${max}; you sent ${value}`
  return [{ path: `/${name}`, message, keyword: value < min ? 'minimum' : 'maximum' }]
}
