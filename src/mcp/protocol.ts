// The Model Context Protocol with our tools, over HTTP and over standard input and output.
import { closestName, printable } from '../api/contract/names.js'
import { withDefaults } from '../api/contract/withKeyword.js'
import { VERSION } from '../version.js'
import type { Api } from './api.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
  Server,
  StdioServerTransport,
  type ToolDescription,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from './sdk.js'
import { type AnyTool, runTool } from './tool.js'
import { INSTRUCTIONS, TOOLS } from './tools.js'

const describe = ({ name, title, description, input, output, annotations }: AnyTool): ToolDescription => ({
  name,
  title,
  description,
  inputSchema: withDefaults(input) as ToolDescription['inputSchema'],
  outputSchema: output as ToolDescription['outputSchema'],
  annotations: { title, ...annotations },
})

const DESCRIPTIONS = TOOLS.map(describe)

/** @param onBug gets errors that are none of the caller's, who is only told that there was one */
function createServer(api: Api, onBug: (error: unknown, tool: string) => void): Server {
  const server = new Server(
    { name: 'mailproof', title: 'mailproof', version: VERSION, websiteUrl: api.baseUrl },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: DESCRIPTIONS }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: given } }) => {
    const tool = TOOLS.find((each) => each.name === name)
    if (!tool) throw unknownTool(name)
    try {
      return (await runTool(tool, api, given)) as unknown as CallToolResult
    } catch (error) {
      onBug(error, name)
      throw new McpError(ErrorCode.InternalError, 'Internal server error.')
    }
  })
  return server
}

function unknownTool(name: string): McpError {
  const names = TOOLS.map((each) => each.name)
  const closest = closestName(name, names)
  const hint = closest ? `did you mean ${closest}?` : `the tools are ${names.join(', ')}.`
  return new McpError(ErrorCode.InvalidParams, `There is no tool ${printable(name)}: ${hint}`)
}

/** Connects a server to a transport whose errors of parameters are in words that an agent can act on. */
async function connect(server: Server, transport: Transport): Promise<void> {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send('error' in message ? inWords(message) : message, options)
  await server.connect(transport)
  const receive = transport.onmessage!
  transport.onmessage = (message, extra) => receive(withoutNull(message), extra)
}

/** Takes `null` for the arguments of a tool as left out: so do all other surfaces. */
const withoutNull = (message: JSONRPCMessage): JSONRPCMessage =>
  'method' in message && message.params?.arguments === null
    ? { ...message, params: { ...message.params, arguments: undefined } }
    : message

/** What the validator of the SDK finds wrong with parameters. */
interface Issue {
  readonly path: readonly PropertyKey[]
  /** The type that it wants; only if that is what is wrong. */
  readonly expected?: string
  readonly message: string
}

/** The SDK reports parameters that do not fit as an error of the server, in the JSON of its validator. */
function inWords(answer: JSONRPCErrorResponse): JSONRPCErrorResponse {
  const issues = issuesOf(answer.error.message)
  if (!issues) return answer
  const message = `${issues.map(sentenceOf).join('; ')}.`
  return { ...answer, error: { ...answer.error, code: ErrorCode.InvalidParams, message } }
}

function sentenceOf({ path, expected, message }: Issue): string {
  const name = `\`${path.join('.')}\``
  if (expected === undefined) return `${name}: ${message}`
  const wanted = expected === 'record' || expected === 'object' ? 'a JSON object' : `a ${expected}`
  const received = /received (\w+)$/.exec(message)?.[1]
  if (received === 'undefined') return `${name} is missing; it must be ${wanted}`
  return `${name} must be ${wanted}${received === undefined ? '' : `; you sent ${/^[aeiou]/.test(received) ? 'an' : 'a'} ${received}`}`
}

function issuesOf(text: string): readonly Issue[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    return JSON.parse(text) as Issue[]
  } catch {
    return undefined
  }
}

export interface HttpAnswer {
  readonly status: number
  readonly contentType: string | null
  /** Empty for notifications, which are not answered. */
  readonly text: string
}

/** Answers one message over HTTP, without a session. @param version of the protocol, as the client's header says */
export async function answerMessage(
  api: Api,
  {
    message,
    version,
    onBug,
  }: {
    readonly message: unknown
    readonly version: string | undefined
    readonly onBug: (error: unknown, tool: string) => void
  },
): Promise<HttpAnswer> {
  const server = createServer(api, onBug)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await connect(server, transport)
  try {
    const headers = {
      'Content-Type': 'application/json',
      // Answers are JSON only, whatever else a client accepts.
      Accept: 'application/json, text/event-stream',
      ...(version !== undefined && { 'MCP-Protocol-Version': version }),
    }
    const request = new Request(`${api.baseUrl}/mcp`, { method: 'POST', headers })
    const response = await transport.handleRequest(request, { parsedBody: message })
    return {
      status: response.status,
      contentType: response.headers.get('Content-Type'),
      text: await response.text(),
    }
  } finally {
    await server.close()
  }
}

/** Serves standard input and output until the input ends. */
export async function serveStdio(api: Api, onBug: (error: unknown, tool: string) => void): Promise<void> {
  const server = createServer(api, onBug)
  const transport = new StdioServerTransport()
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    server.onclose = resolve
  })
  await connect(server, transport)
  await ended
}
