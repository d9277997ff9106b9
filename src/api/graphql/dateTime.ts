import { GraphQLScalarType } from 'graphql'
import { GraphQLDateTime } from 'graphql-scalars'

/** A point in time. Ours are texts already, and valid: they go out as they are. */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  description: 'A point in time as RFC 3339 has it, in UTC with milliseconds: `2026-11-21T09:30:00.000Z`.',
  serialize: String,
})
