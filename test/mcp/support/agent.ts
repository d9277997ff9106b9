// An agent: the official client of the Model Context Protocol.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { BUNDLED } from '../../../testbed/service/program.js'

export interface Agent {
  readonly client: Client
  /** The result of a tool, which the client has checked against its output schema. */
  // biome-ignore lint/suspicious/noExplicitAny: expectations say what it is
  use(tool: string, given?: object): Promise<any>
  /** The text of an error that the tool reports to the agent. @throws Error if it succeeds */
  mistake(tool: string, given?: object): Promise<string>
  close(): Promise<void>
}

async function connect(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  // The client checks structured results of those tools that it has listed.
  await client.listTools()
  const call = async (name: string, given: object): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: { ...given } })) as CallToolResult
  const textOf = ({ content: [first] }: CallToolResult): string => (first as { readonly text: string }).text
  return {
    client,
    async use(tool, given = {}) {
      const result = await call(tool, given)
      if (result.isError) throw new Error(textOf(result))
      return result.structuredContent
    },
    async mistake(tool, given = {}) {
      const result = await call(tool, given)
      if (!result.isError) throw new Error(`${tool} has accepted ${JSON.stringify(given)}`)
      return textOf(result)
    },
    close: () => client.close(),
  }
}

/** @param header that carries the key */
export const overHttp = (url: string, key: string, header: 'X-API-Key' | 'Authorization' = 'X-API-Key') =>
  connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), {
      requestInit: { headers: { [header]: header === 'Authorization' ? `Bearer ${key}` : key } },
    }) as Transport,
  )

/** `mailproof mcp` of the built program. */
export const overStdio = (url: string, key: string) =>
  connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...BUNDLED, 'mcp'],
      env: { MAILPROOF_URL: url, MAILPROOF_API_KEY: key },
    }),
  )
