/**
 * What is used of the SDK of the Model Context Protocol. The build bundles this module with it
 * (`scripts/package/bundleModules.mjs`): the other half of its packages (express, OAuth, a web server) is never loaded.
 */
export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
export type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
export {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ListToolsRequestSchema,
  McpError,
  type Tool as ToolDescription,
} from '@modelcontextprotocol/sdk/types.js'
