import { readFile } from 'node:fs/promises'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql'
import { createSchema } from '../../src/graphql/schema.js'
import type { GeneratedFile } from './files.js'

const OPERATIONS = 'web/dashboard/api/operations.graphql'
const FILE = 'web/dashboard/api/operations.generated.ts'

/** Types and texts of the dashboard's GraphQL operations. Fails if one of them does not fit the schema. */
export async function buildDashboard(root: URL): Promise<GeneratedFile[]> {
  const text = printSchema(lexicographicSortSchema(createSchema()))
  const code = await codegen({
    filename: FILE,
    schema: parse(text),
    schemaAst: buildSchema(text),
    documents: [{ document: parse(await readFile(new URL(OPERATIONS, root), 'utf8')) }],
    config: {
      scalars: { Date: 'string', DateTime: 'string', Month: 'string' },
      strictScalars: true,
      useTypeImports: true,
      enumsAsTypes: true,
      onlyOperationTypes: true,
      documentMode: 'string',
      skipTypename: true,
    },
    plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }],
    pluginMap: { typescriptOperations, typedDocumentNode },
  })
  return [{ path: FILE, content: `// Made from ${OPERATIONS} by \`npm run generate\`. Do not edit.\n${code}\n` }]
}
