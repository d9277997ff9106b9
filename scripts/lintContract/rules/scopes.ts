// The rule about what a key may do.
import type { Oas3Rule, Oas3Visitor, UserContext } from '@redocly/openapi-core'
import { SCOPES } from '../../../src/features/accounts/scopes.js'
import type { Response } from './rule.js'

interface Keyed {
  readonly security?: readonly object[]
}

interface Operation extends Keyed {
  readonly responses?: { readonly [status: string]: object }
  readonly 'x-scope'?: string
  readonly 'x-publishable'?: boolean
}

const KNOWN: readonly (string | undefined)[] = SCOPES

/** Every operation that accepts a key names the scope that the key needs, and documents the refusal; no other does. */
export const scopes: Oas3Rule = () => {
  let ofDocument: readonly object[] = []
  const visitor: unknown = {
    Root({ security = [] }: Keyed) {
      ofDocument = security
    },
    Operation(operation: Operation, { report, location, resolve }: UserContext) {
      const { security = ofDocument, responses = {}, 'x-scope': scope, 'x-publishable': publishable } = operation
      if (security.length === 0) {
        if (scope !== undefined || publishable) report({ message: 'Without a key, there is no scope.', location })
        return
      }
      if (!KNOWN.includes(scope))
        report({ message: `An operation that accepts a key needs x-scope: ${SCOPES.join(', ')}.`, location })
      if (publishable && scope !== 'verify')
        report({ message: 'A publishable key can only verify.', location: location.child(['x-publishable']) })
      const { content } = (responses['403'] && resolve<Response>(responses['403']).node) ?? {}
      const { examples = {} } = (content?.['application/json'] ?? {}) as { readonly examples?: object }
      if (!('INSUFFICIENT_SCOPE' in examples))
        report({ message: 'An operation that accepts a key documents 403 with INSUFFICIENT_SCOPE.', location })
    },
  }
  return visitor as Oas3Visitor
}
