import { createConfig, formatProblems, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { loadContract } from '../src/api/contract/contract.js'

/** Lints the contract, in the form in which the service publishes it, with Redocly and Spectral. A warning is an error. */
const document = loadContract().documentFor('https://mailproof.test')

/** All rules that Redocly recommends, and examples that match their schemas. */
const REDOCLY: Parameters<typeof createConfig>[0] = {
  extends: ['recommended-strict'],
  rules: { 'no-invalid-schema-examples': 'error', 'no-invalid-parameter-examples': 'error' },
}

/** All rules that Spectral has for OpenAPI, except those below. */
const SPECTRAL: RulesetDefinition = {
  extends: [[oas as RulesetDefinition, 'all']],
  rules: {
    // Each operator runs a service of their own, so the document has no common contact.
    'info-contact': 'off',
    'contact-properties': 'off',
    // The tags are in the order in which readers need them.
    'openapi-tags-alphabetical': 'off',
  },
}

async function runRedocly(): Promise<number> {
  const config = await createConfig(REDOCLY)
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  if (problems.length > 0) {
    const count = problems.length
    formatProblems(problems, { totals: { errors: count, warnings: 0, ignored: 0 }, version: 'core', format: 'stylish' })
  }
  return problems.length
}

async function runSpectral(): Promise<number> {
  const linter = new spectral.Spectral()
  linter.setRuleset(SPECTRAL)
  const problems = await linter.run(JSON.parse(document))
  for (const { code, path, message } of problems) console.error(`${code} at ${path.join('.')}: ${message}`)
  return problems.length
}

const [redocly, found] = [await runRedocly(), await runSpectral()]
console.log(`Redocly: ${redocly} problems. Spectral: ${found} problems.`)
process.exitCode = redocly + found === 0 ? 0 : 1
