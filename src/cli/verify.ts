import { Command } from 'commander'
import { jsonArray } from './jsonOption.js'

export const verifyCommand = (exit: (code: number) => void): Command =>
  new Command('verify')
    .description('Verify addresses locally: no service, no account, nothing is recorded')
    .argument('<address...>', 'Addresses; `-` reads them from standard input, one per line')
    .option(
      '--json',
      jsonArray(
        'email',
        'status',
        'valid',
        'reason',
        'syntax_problem',
        'checks',
        'decision',
        'reasons',
        'signals',
        'provider',
        'did_you_mean',
        'normalized_email',
        'mailbox',
      ),
    )
    .option(
      '--mailbox',
      "Ask the addresses' mail servers whether the mailboxes exist; nothing is sent (needs MAILBOX_CHECKS=on)",
    )
    .addHelpText(
      'after',
      '\nSurrounding whitespace and empty lines are ignored. Exit code 0 if every address is valid, 1 otherwise.',
    )
    // Loaded on demand: the engine would only delay the start of other commands.
    .action(async (addresses, options) => (await import('./verify/execute.js')).executeVerify(addresses, options, exit))
