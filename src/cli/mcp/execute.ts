// `mailproof mcp`: the tools for agents, over standard input and output.
import { serveStdio } from '../../mcp/protocol.js'
import { printError, UsageError } from '../output.js'
import { apiOver } from './api.js'

/** Serves until standard input ends. @throws UsageError */
export async function executeMcp({ url }: { readonly url: string }): Promise<void> {
  const apiKey = process.env.MAILPROOF_API_KEY
  if (!apiKey)
    throw new UsageError(
      'MAILPROOF_API_KEY is not set: put your API key into the environment that starts this command.',
    )
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError('--url must be the base URL of the service, such as http://localhost:8080.')
  await serveStdio(apiOver(url, apiKey), (error, tool) =>
    printError(`${tool} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
  )
}
