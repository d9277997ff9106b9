import { Command } from 'commander'
import { iso } from '../kernel/clock.js'
import { jsonArray } from './jsonOption.js'
import { print, printJson, printTable, visible } from './output.js'
import { withContainer } from './withContainer.js'

export function webhooksCommand(): Command {
  const command = new Command('webhooks').description("View accounts' webhooks (safe while the service runs)")

  command
    .command('list')
    .description(
      'List the webhooks of an account, oldest first, with the origins of their URLs; the rest of a URL may be secret',
    )
    .argument('<account>', 'Account id')
    .option(
      '--json',
      jsonArray(
        'id',
        'origin',
        'events',
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

  return command
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)
