// `mailproof rules`: an account's own rules, through a running service.
import { Command, InvalidArgumentError, Option } from 'commander'
import { jsonArray, jsonObject } from './jsonOption.js'

const FILE = 'JSON: a list of rules, or an object with rules, as `rules show --json` prints it; - is standard input'

const RULES = ['live', 'draft'] as const

// The actions are loaded on demand: the client of the service would only delay the start of other commands.
const actions = () => import('./rules/execute.js')

export function rulesCommand(exit: (code: number) => void): Command {
  const command = new Command('rules')
    .description("Show, try and activate an account's own rules through a running service")
    .addHelpText(
      'after',
      `
The variable MAILPROOF_API_KEY has a key with the scope rules, and MAILPROOF_URL the base URL of the service.`,
    )

  remote('show')
    .description('Show the live rules, the draft, or an earlier version')
    .addOption(new Option('--draft', 'Show the draft').conflicts('version'))
    .option('--version <n>', 'Show this version', version)
    .option('--json', jsonObject('version', 'since', 'rules', 'warnings'))
    .action(async (options) => (await actions()).show(options))

  remote('versions')
    .description('List the versions that were activated, newest first')
    .option('--json', jsonArray('version', 'activated_at', 'rules', 'live'))
    .action(async (options) => (await actions()).versions(options))

  command
    .command('validate')
    .description('Check rules without a service, and say which of them never decide, or probably never')
    .argument('<file>', FILE)
    .option('--json', jsonObject('rules', 'warnings'))
    .action(async (file, options) => (await actions()).validate(file, options))

  remote('draft')
    .description('Replace the draft, which decides nothing until it is activated')
    .argument('<file>', FILE)
    .option('--json', jsonObject('updated_at', 'rules', 'warnings'))
    .action(async (file, options) => (await actions()).draft(file, options))

  remote('compare')
    .description('Show what differs between two versions, or between the live rules and the draft')
    .option('--from <n>', 'The version before (default: the live one)', version)
    .option('--to <n>', 'The version after (default: the draft)', version)
    .option('--json', jsonObject('from', 'to', 'changes'))
    .action(async (options) => (await actions()).compare(options))

  remote('backtest')
    .description('Find out how rules would have decided what was verified in a period; Ctrl-C cancels it')
    .addOption(new Option('--rules <which>', 'The rules to try').choices(RULES).default('draft').conflicts('version'))
    .option('--version <n>', 'Try this version', version)
    .option('--from <time>', 'Start: ISO 8601, or a UTC date (default: 30 days ago)')
    .option('--to <time>', 'End, exclusive: ISO 8601, or a UTC date, with its whole day (default: now)')
    .addOption(new Option('--lists <when>', "The account's lists that count").choices(['then', 'now']).default('then'))
    .option(
      '--json',
      jsonObject('id', 'status', 'rules_version', 'from', 'to', 'processed', 'changed', 'undecided', 'result'),
    )
    .addHelpText(
      'after',
      `
Exit code 0 if the backtest has completed, 1 if it failed or was cancelled elsewhere, 130 if you interrupted it.`,
    )
    .action(async (options) => (await import('./rules/backtest.js')).backtest(options, exit))

  remote('activate')
    .description('Make the draft the next version; every later request is decided by it')
    .option('--live-version <n>', 'Only if this version is live: nobody has activated another one meanwhile', version)
    .option('--draft-updated-at <time>', 'Only the draft that was written then: nobody has written another one since')
    .option('--json', jsonObject('version', 'since', 'rules', 'warnings'))
    .action(async (options) => (await actions()).activate(options))

  remote('rollback')
    .description('Make an earlier version live again')
    .argument('<version>', 'The version; 0 is no rules', version)
    .option('--json', jsonObject('version', 'since', 'rules', 'warnings'))
    .action(async (to, options) => (await actions()).rollback(to, options))

  return command

  /** A command that calls the service. */
  function remote(name: string): Command {
    return command
      .command(name)
      .addOption(
        new Option('--url <base>', 'Base URL of the service').env('MAILPROOF_URL').default('http://localhost:8080'),
      )
  }
}

function version(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Must be the number of a version.')
}
