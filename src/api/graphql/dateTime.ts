import { GraphQLScalarType } from 'graphql'
import { GraphQLDateTime } from 'graphql-scalars'

/** A point in time. Views already hold valid timestamps as strings, which are returned unchanged. */
export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTime.toConfig(),
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  description: 'An RFC 3339 timestamp in UTC with milliseconds: `2026-11-21T09:30:00.000Z`.',
  serialize: String,
})
