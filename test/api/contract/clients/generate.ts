/**
 * Generates clients from published documents, as their users would: `node generate.js <openapi.json> <schema.graphql>
 * <operations.graphql> <directory>`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { createClient } from '@hey-api/openapi-ts'
import { buildSchema, parse } from 'graphql'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const [openapi = '', schema = '', operations = '', directory = ''] = process.argv.slice(2)

/** openapi-typescript with its default settings. */
async function generateOpenapiTypes(): Promise<void> {
  const nodes = await openapiTS(JSON.parse(readFileSync(openapi, 'utf8')) as OpenAPI3)
  writeFileSync(join(directory, 'openapi.ts'), astToString(nodes))
}

async function generateHeyApi(): Promise<void> {
  await createClient({
    input: openapi,
    output: { path: join(directory, 'heyApi'), module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
}

/** Types of the whole schema, and typed documents of the operations, each in a file of its own. */
async function generateGraphql(): Promise<void> {
  const options = {
    schema: parse(readFileSync(schema, 'utf8')),
    schemaAst: buildSchema(readFileSync(schema, 'utf8')),
    documents: [{ document: parse(readFileSync(operations, 'utf8')) }],
    config: {
      scalars: { Date: 'string', DateTime: 'string', Month: 'string' },
      useTypeImports: true,
      strictScalars: true,
    },
    pluginMap: { typescript, typescriptOperations, typedDocumentNode },
  }
  const [types, documents] = await Promise.all([
    codegen({ ...options, filename: 'graphqlTypes.ts', plugins: [{ typescript: {} }] }),
    codegen({ ...options, filename: 'graphql.ts', plugins: [{ typescriptOperations: {} }, { typedDocumentNode: {} }] }),
  ])
  writeFileSync(join(directory, 'graphqlTypes.ts'), types)
  writeFileSync(join(directory, 'graphql.ts'), documents)
}

/** The client preset of graphql-codegen, from the documents in the code that uses it. */
async function generatePreset(): Promise<void> {
  const location = join(directory, 'usePreset.ts')
  const sources = [...readFileSync(location, 'utf8').matchAll(/graphql\(`([^`]+)`\)/g)].map(([, text = '']) => text)
  const files = await preset.buildGeneratesSection({
    baseOutputDir: `${directory}/preset/`,
    schema: parse(readFileSync(schema, 'utf8')),
    schemaAst: buildSchema(readFileSync(schema, 'utf8')),
    documents: sources.map((rawSDL) => ({ rawSDL, location, document: parse(rawSDL) })),
    config: {
      scalars: { Date: 'string', DateTime: 'string', Month: 'string' },
      useTypeImports: true,
      strictScalars: true,
      importExtension: '.js',
    },
    presetConfig: {},
    plugins: [],
    pluginMap: {},
  })
  mkdirSync(join(directory, 'preset'))
  for (const file of files) writeFileSync(file.filename, await codegen(file))
}

await Promise.all([generateOpenapiTypes(), generateHeyApi(), generateGraphql(), generatePreset()])
