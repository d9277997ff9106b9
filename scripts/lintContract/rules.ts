// Rules that keep the contract usable for generated clients, each with what it was found by.
import type { Oas3Rule } from '@redocly/openapi-core'
import { int64, typedMaps, unions } from './rules/dataTypes.js'
import { enumNames, memberD, namedSchemas } from './rules/names.js'
import { nullableOptions } from './rules/requests.js'
import { binaryBodies, oneErrorSchema, oneSuccessSchema, requiredMembers } from './rules/responses.js'
import { scopes } from './rules/scopes.js'
import { literalServers } from './rules/servers.js'

interface ContractRule {
  /** What a generated client did before the contract kept the rule. */
  readonly finding: string
  readonly rule: Oas3Rule
}

/** What Redocly has no rule for, and clients of many languages need. */
export const RULES: { readonly [name: string]: ContractRule } = {
  'enum-names': {
    finding:
      'An enum had the members `,`, `;`, a tab and `|`: two C# clients did not compile, and a Go generator refused it.',
    rule: enumNames,
  },
  'nullable-options': {
    finding: 'A C# client sent 0 and false for what its caller had left out, and revoked the key that it used.',
    rule: nullableOptions,
  },
  'binary-bodies': {
    finding: 'A C# client parsed CSV and HTML as JSON, and threw on every download.',
    rule: binaryBodies,
  },
  'one-success-schema': {
    finding: 'A C# client threw on a 202; another returned the schema of 200, empty.',
    rule: oneSuccessSchema,
  },
  unions: {
    finding: 'Of two overlapping alternatives, a C# client filled one and left the other null.',
    rule: unions,
  },
  'required-members': {
    finding:
      'A member that is always sent was optional, and an absent one would be read as the first value of its enum.',
    rule: requiredMembers,
  },
  int64: {
    finding: 'Unix timestamps were 32 bits wide, which end in 2038.',
    rule: int64,
  },
  'one-error-schema': {
    finding: 'Errors had three schemas, so that a C# program needed three handlers.',
    rule: oneErrorSchema,
  },
  'named-schemas': {
    finding: 'Inline schemas became classes such as `Checks2`, `Period3` and `AgentResultV`.',
    rule: namedSchemas,
  },
  'member-d': {
    finding: 'A Python client threw on every result in the compact format.',
    rule: memberD,
  },
  'typed-maps': {
    finding: 'Maps were objects without any type.',
    rule: typedMaps,
  },
  scopes: {
    finding: 'A key that was made for one purpose could be used for every other.',
    rule: scopes,
  },
  'literal-servers': {
    finding: 'A client generated from the file called `{base_url}`, literally.',
    rule: literalServers,
  },
}
