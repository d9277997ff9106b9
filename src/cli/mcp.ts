import { Command, Option } from 'commander'

export const mcpCommand = (): Command =>
  new Command('mcp')
    .description('Serve a running service to an agent, over standard input and output (Model Context Protocol)')
    .addOption(
      new Option('--url <base>', 'Base URL of the service').env('MAILPROOF_URL').default('http://localhost:8080'),
    )
    .addHelpText(
      'after',
      `
The variable MAILPROOF_API_KEY has your API key. An agent's program starts this command; verifications are charged to the account of
the key, and a sandbox key (mpt_…) is free. Programs that speak HTTP need no command: the service has the same tools at /mcp.`,
    )
    // Loaded on demand: the protocol would only delay the start of other commands.
    .action(async (options: { url: string }) => (await import('./mcp/execute.js')).executeMcp(options))
