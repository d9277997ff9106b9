import { ruleOf } from './rule.js'

/**
 * Servers are URLs without variables, of the document alone: generators take the first as it is, and a server of an
 * operation overrides the one that a client was given.
 */
export const literalServers = ruleOf({
  Server({ url }, { report, location }) {
    if (url.includes('{')) report({ message: 'The URL of a server must have no variables.', location })
    if (!location.pointer.startsWith('#/servers/')) report({ message: 'Only the document may have servers.', location })
  },
})
