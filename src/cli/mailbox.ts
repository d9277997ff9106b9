// The command `mailbox`: whether this installation can ask mail servers about mailboxes.
import { Command } from 'commander'
import pc from 'picocolors'
import type { SelfTestFinding } from '../kernel/ports/mailboxes.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printJson, printTable, visible } from './output.js'

const SHOWN: Readonly<Record<SelfTestFinding['outcome'], string>> = {
  ok: pc.green('ok'),
  warning: pc.yellow('warning'),
  failed: pc.red('failed'),
  unknown: pc.yellow('unknown'),
}

export function mailboxCommand(exit: (code: number) => void): Command {
  const command = new Command('mailbox').description('Test whether mail servers would answer this installation')

  command
    .command('selftest')
    .description(
      'Test the port, the EHLO name, reverse DNS, block lists and TLS, by greeting a large mail server; exit code 1 if no mailbox could be checked',
    )
    .option('--json', jsonObject('families', 'findings'))
    .action(async ({ json }: { json?: boolean }) => {
      const { families, findings } = await (await import('./mailbox/execute.js')).testMailboxes()
      if (families.length === 0) exit(EXIT.negative)
      if (json) return printJson({ families, findings })
      printTable(
        ['', '', '', ''],
        findings.map(({ part, family, outcome, message }) => [
          `IPv${family}`,
          part.replaceAll('_', ' '),
          SHOWN[outcome],
          visible(message),
        ]),
      )
      const over = families.map((family) => `IPv${family}`).join(' and ')
      print(over ? `\nMailboxes can be checked over ${over}.` : `\n${pc.red('No mailbox can be checked.')}`)
    })

  return command
}
