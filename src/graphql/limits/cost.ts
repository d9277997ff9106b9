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
import { invalid, type Problem } from '../../api/contract/problems.js'
import { Failure } from '../../kernel/failure.js'
import { type DescriptionSizes, descriptionSizes } from './descriptionSizes.js'
import type { Values } from './values.js'
import { type Field, type Weighed, weigh } from './weigh.js'

/** Fields that an operation may make the service answer, as far as can be told beforehand. */
const MAX_COST = 5_000
/** Costs beyond that are not told exactly: fragments within fragments make numbers without end. */
const MAX_TOLD = 1e9
/** Of the whole schema's description, as tools ask for it: once, or once more. */
const DESCRIPTION_COST = 4_000
/** Of a page of one verdict: as many rows are looked through as there may be until it is full. */
const SEARCH_COST = 40
/** Items of a list that is not read in pages, unless `extensions.items` says as how many they count. */
const TYPICAL_LIST = 5

/** What numbers mean wherever they are an argument. */
const RANGES: { readonly [argument: string]: readonly [least: number, most: number] } = {
  first: [1, 100],
  limit: [1, 100],
  page: [1, 2 ** 31 - 1],
}

/** Weighs operations of a schema before anything of them is carried out. */
export function createRequireAffordable(schema: GraphQLSchema) {
  const sizes = descriptionSizes(schema)
  const document = parse(getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true }))
  const operation = document.definitions[0] as OperationDefinitionNode
  const whole = weigh(schema, { document, operation, values: {} }, costOf([], sizes))

  /**
   * @returns what it costs
   * @throws Failure VALIDATION_ERROR when it asks for too much, or for pages that cannot be
   * @throws GraphQLError when an argument does not fit
   */
  return (weighed: Weighed): number => {
    const problems: Problem[] = []
    const cost = weigh(schema, weighed, costOf(problems, sizes, whole))
    if (problems.length > 0) throw invalid(problems)
    if (cost > MAX_COST) {
      throw new Failure(
        'VALIDATION_ERROR',
        `This asks for about ${Math.round(Math.min(cost, MAX_TOLD))} fields; at most ${MAX_COST} are answered at once. Ask for smaller pages, or for less of each thing.`,
      )
    }
    return cost
  }
}

/**
 * A field costs one, and what is below it as often as it can be there.
 * @param whole what the schema's whole description weighs; what is asked of it costs its part
 */
const costOf =
  (problems: Problem[], sizes: DescriptionSizes, whole?: number) =>
  ({ parent, field, args, below }: Field): number => {
    for (const name in args) problems.push(...outOfRange(name, args[name]))
    if (isIntrospectionType(parent)) return 1 + (sizes[parent.name]?.[field.name] ?? 1) * below
    if (isIntrospectionType(getNamedType(field.type)) && whole !== undefined) {
      return Math.max(1, (DESCRIPTION_COST * below) / whole)
    }
    const times = timesOf(args) ?? (isList(field) ? itemsOf(field) : 1)
    return 1 + times * below + (args.verdict ? SEARCH_COST : 0)
  }

/** A page is as long as was asked for. */
function timesOf({ first, limit }: Values): number | undefined {
  const asked = first ?? limit
  return typeof asked === 'number' ? Math.max(1, asked) : undefined
}

const isList = ({ type }: GraphQLField<unknown, unknown>): boolean => isListType(getNullableType(type))

const itemsOf = ({ extensions: { items } }: GraphQLField<unknown, unknown>): number =>
  typeof items === 'number' ? items : TYPICAL_LIST

function outOfRange(name: string, value: unknown): Problem[] {
  const range = Object.hasOwn(RANGES, name) ? RANGES[name] : undefined
  if (!range || typeof value !== 'number') return []
  const [least, most] = range
  if (value >= least && value <= most) return []
  const message = `\`${name}\` must be ${least} to ${most}; you sent ${value}`
  return [{ path: `/${name}`, message, keyword: value < least ? 'minimum' : 'maximum' }]
}
