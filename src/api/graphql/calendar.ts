// Scalars of days and months.
import { GraphQLScalarType, type GraphQLScalarTypeConfig } from 'graphql'

/** Fields hold valid texts, which are returned unchanged. Arguments are of the type String, and take more than days. */
const textOf = (config: Omit<GraphQLScalarTypeConfig<string, string>, 'serialize'>) =>
  new GraphQLScalarType<string, string>({ ...config, serialize: String })

export const CalendarDay = textOf({
  name: 'Date',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date.html',
  description: 'A day in UTC (ISO 8601): `2026-11-21`.',
})

export const CalendarMonth = textOf({ name: 'Month', description: 'A month in UTC (ISO 8601): `2026-11`.' })
