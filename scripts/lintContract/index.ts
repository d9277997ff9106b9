import { formatProblems } from '@redocly/openapi-core'
import { loadContract } from '../../src/api/contract/contract.js'
import { lintContract } from './lint.js'

/** Lints the contract, in the form in which the service publishes it. A warning is an error. */
const problems = await lintContract(loadContract().documentFor('https://mailproof.test'))
const count = problems.length
if (count > 0)
  formatProblems(problems, { totals: { errors: count, warnings: 0, ignored: 0 }, version: 'core', format: 'stylish' })
console.log(`Redocly: ${count} problems.`)
process.exitCode = count === 0 ? 0 : 1
