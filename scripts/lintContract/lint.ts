import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core'
import { RULES } from './rules.js'

const OURS = 'clients'

/** All rules that Redocly recommends, further ones of Redocly's, and ours for generated clients. */
const ENABLED = {
  'no-invalid-schema-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'operation-description': 'error',
  'operation-singular-tag': 'error',
  'operation-tag-defined': 'error',
  'parameter-description': 'error',
  ...Object.fromEntries(Object.keys(RULES).map((name) => [`${OURS}/${name}`, 'error'])),
} as const

/** @param document OpenAPI 3.0 as JSON */
export async function lintContract(document: string): Promise<NormalizedProblem[]> {
  const rules = Object.fromEntries(Object.entries(RULES).map(([name, { rule }]) => [name, rule]))
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: ENABLED,
    plugins: [{ id: OURS, rules: { oas3: rules } }],
  })
  return lintFromString({ source: document, absoluteRef: 'openapi.json', config })
}
