// `mailproof webhooks`: `list` shows an account's webhooks, `listen` receives their calls on this machine.
import { Command, InvalidArgumentError, Option } from 'commander'
import { iso } from '../kernel/clock.js'
import { jsonArray } from './jsonOption.js'
import { print, printJson, printTable, visible } from './output.js'
import { withContainer } from './withContainer.js'

export function webhooksCommand(): Command {
  const command = new Command('webhooks').description("View accounts' webhooks, or receive calls on this machine")

  command
    .command('list')
    .description(
      'List the webhooks of an account, oldest first, with the origins of their URLs; the rest of a URL may be secret (safe while the service runs)',
    )
    .argument('<account>', 'Account id')
    .option(
      '--json',
      jsonArray(
        'id',
        'origin',
        'events',
        'header_names',
        'certificate_authority',
        'status',
        'disabled_reason',
        'created_at',
        'updated_at',
        'last_success_at',
        'last_failure_at',
        'consecutive_failures',
      ),
    )
    .action(async (account: string, { json }: { json?: boolean }) => {
      const found = await withContainer(async ({ accounts, listWebhooks }) => {
        await accounts.showAccount(account, iso(Date.now()))
        return listWebhooks({ account, sandbox: false })
      })
      const webhooks = found.map(({ url, ...rest }) => ({ ...rest, origin: originOf(url) }))
      if (json) return printJson(webhooks)
      if (webhooks.length === 0) return print(`${account} has no webhooks.`)
      printTable(
        ['webhook', 'origin', 'events', 'status', 'failures', 'last success', 'last failure'],
        webhooks.map((webhook) => [
          webhook.id,
          visible(webhook.origin ?? '–'),
          webhook.events.join(', '),
          webhook.disabledReason === null ? webhook.status : `${webhook.status} (${webhook.disabledReason})`,
          String(webhook.consecutiveFailures),
          webhook.lastSuccessAt ?? '–',
          webhook.lastFailureAt ?? '–',
        ]),
      )
    })

  command
    .command('listen')
    .description('Receive the calls of a running service on this machine, to develop a receiver, until Ctrl-C')
    .addOption(
      new Option('--url <base>', 'Base URL of the service').env('MAILPROOF_URL').default('http://localhost:8080'),
    )
    .option('--host <address>', 'Address to listen at, at which the service can reach this machine', '127.0.0.1')
    .option('--port <n>', 'Port to listen at (default: any free one)', portOf, 0)
    .option('--forward-to <url>', 'Pass every call on to this URL as it came, and answer as it does')
    .addOption(new Option('--events <names...>', 'Events to subscribe to (default: all but notices)').choices(EVENTS))
    .option('--json', 'Print each event as a line of JSON: type, timestamp, data')
    .addHelpText(
      'after',
      `
The variable MAILPROOF_API_KEY has a key with the scope webhooks. The command registers a webhook, checks the signature of every call,
prints it, and deletes the webhook when it ends. The service calls this machine only if WEBHOOK_ALLOWED_SUBNETS allows its address.`,
    )
    // Loaded on demand: the client of the service would only delay the start of other commands.
    .action(async (options) => (await import('./webhooks/listen.js')).executeListen(options))

  return command
}

/** As in the contract. */
const EVENTS = [
  'verification.completed',
  'bulk.completed',
  'usage.limit_reached',
  'usage.threshold_reached',
  'webhook.disabled',
  'webhook.recovered',
]

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Must be a port, 1 to 65535.')
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)
