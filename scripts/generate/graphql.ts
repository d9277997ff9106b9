import { lexicographicSortSchema, printSchema } from 'graphql'
import { createSchema } from '../../src/graphql/schema.js'
import type { GeneratedFile } from './files.js'

const NOTICE = '# Made from src/graphql by `npm run generate`. Do not edit.\n\n'

/** The GraphQL schema, sorted for small diffs. */
export const buildGraphql = (): GeneratedFile[] => [
  { path: 'schema/schema.graphql', content: `${NOTICE}${printSchema(lexicographicSortSchema(createSchema()))}\n` },
]
