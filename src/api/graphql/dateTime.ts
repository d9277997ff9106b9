import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql'
import { GraphQLDateTime } from 'graphql-scalars'
import { parseMoment, startOfMoment } from '../../kernel/moment.js'
import { DAY_MS } from '../../kernel/time.js'

const { parseValue, parseLiteral, ...config } = GraphQLDateTime.toConfig()

/** What the library reads, with an error that says what is expected. @throws GraphQLError */
function read(parse: () => Date, node?: ValueNode): Date {
  try {
    return parse()
  } catch {
    const message = 'A DateTime must be a date such as 2026-11-21, or a time such as 2026-11-21T09:30:00Z.'
    throw new GraphQLError(message, { nodes: node })
  }
}

/** A date that is given for a time is the last millisecond of its day. */
function endOfDate(given: unknown): Date | undefined {
  const moment = typeof given === 'string' ? parseMoment(given) : undefined
  if (moment?.kind !== 'date') return undefined
  return new Date(startOfMoment(moment) + DAY_MS - 1)
}

/** A point in time. Views already hold valid timestamps as strings, which are returned unchanged. */
export const DateTime = new GraphQLScalarType({
  ...config,
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  description:
    'An RFC 3339 timestamp in UTC with milliseconds: `2026-11-21T09:30:00.000Z`. An argument may also be a date, which means the end of its UTC day, or now on that day.',
  serialize: String,
  parseValue: (value) => endOfDate(value) ?? read(() => parseValue!(value)),
  parseLiteral: (node: ValueNode, variables) =>
    endOfDate('value' in node ? node.value : undefined) ?? read(() => parseLiteral!(node, variables), node),
})
