import { readFile } from 'node:fs/promises'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { isInterfaceDeclaration, isTypeAliasDeclaration, type Node } from 'typescript'
import { parse } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { withDefaults, withKnownValues } from '../../src/api/contract/withKeyword.js'
import { buildClient } from './client.js'
import type { GeneratedFile } from './files.js'

const SOURCE = 'schema/openapi.yaml'
const NOTICE = `// Made from ${SOURCE} by \`npm run generate\`. Do not edit.\n`
/** Declarations that nothing uses: our code refers to types by operationId, not by path. */
const EXCLUDED = new Set(['paths', 'webhooks', '$defs'])

/**
 * Generated from the REST contract: its JSON form with the version of the package, and TypeScript types. In these types,
 * request fields with a default are required: the service fills them in before an operation sees them.
 */
export async function buildOpenapi(root: URL): Promise<GeneratedFile[]> {
  const source = parse(await readFile(new URL(SOURCE, root), 'utf8')) as OpenAPI3
  const document = { ...source, info: { ...source.info, version: packageJson.version } }
  const json = JSON.stringify(document, null, 1)
  return [
    { path: 'schema/openapi.generated.json', content: `${json}\n` },
    { path: 'src/api/contract/openapi.generated.ts', content: await types(withKnownValues(withDefaults(document))) },
    ...(await buildClient(document)),
  ]
}

async function types(document: OpenAPI3): Promise<string> {
  const nodes = await openapiTS(document, { immutable: true })
  const kept = nodes.filter((node) => !EXCLUDED.has(nameOf(node)))
  return NOTICE + astToString(kept)
}

const nameOf = (node: Node): string =>
  isInterfaceDeclaration(node) || isTypeAliasDeclaration(node) ? node.name.text : ''
