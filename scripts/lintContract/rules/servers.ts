import type { Oas3Rule } from '@redocly/openapi-core'

/**
 * Servers are URLs without variables, of the document alone: generators take the first as it is, and a server of an
 * operation overrides the one that a client was given.
 */
export const literalServers: Oas3Rule = () => ({
  Server({ url }: { url: string }, { report, location }) {
    if (url.includes('{')) report({ message: 'The URL of a server must have no variables.', location })
    if (!location.pointer.startsWith('#/servers/')) report({ message: 'Only the document may have servers.', location })
  },
})
