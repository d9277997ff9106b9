// `mailproof mcp`: the tools for agents, over standard input and output.
import { serveStdio } from '../../mcp/protocol.js'
import { printError } from '../output.js'
import { parseBaseUrl, parseKey } from '../service.js'
import { apiOver } from './api.js'

/** Serves until standard input ends. @throws UsageError */
export async function executeMcp({ url }: { readonly url: string }): Promise<void> {
  const apiKey = parseKey(process.env.MAILPROOF_API_KEY)
  await serveStdio(apiOver(parseBaseUrl(url).href, apiKey), (error, tool) =>
    printError(`${tool} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  )
}
