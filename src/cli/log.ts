// The command `log`: what an operator can do about the event log itself.
import { Command, InvalidArgumentError } from 'commander'
import type { Position } from '../kernel/position.js'
import { jsonObject } from './jsonOption.js'
import { checkCommand, linksCommand } from './logCheck.js'
import { print, printJson, visible } from './output.js'
import { position } from './position.js'
import { operator, withContainer } from './withContainer.js'

const MAX_REASON_LENGTH = 500

export function logCommand(exit: (code: number) => void): Command {
  const command = new Command('log').description('Maintain the event log (safe while the service runs)')

  command
    .command('set-aside')
    .description(
      'Set aside one event that cannot be read, so that read models pass over it; recorded in the log, and final',
    )
    .argument('<position>', 'Position of the event, as in /health/ready', position)
    .requiredOption('--reason <text>', 'Why it is given up; kept in the log', reason)
    .option('--json', jsonObject('outcome', 'position', 'stream', 'type', 'sha256'))
    .action(async (at: Position, { reason, json }: { reason: string; json?: boolean }) => {
      const done = await withContainer(({ setAside }) => setAside(at, reason, operator()), { logOnly: true })
      if (json) return printJson(done)
      const what = `the event at ${at} (type ${name(done.type)}, stream ${name(done.stream)})`
      print(done.outcome === 'set_aside' ? `Set aside ${what}.` : `Already set aside: ${what}.`)
    })

  command.addCommand(checkCommand(exit))
  command.addCommand(linksCommand())
  return command
}

const name = (text: string | null): string => (text === null ? 'unknown' : visible(text))

function reason(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_REASON_LENGTH)
    throw new InvalidArgumentError(`Must be a reason of 1 to ${MAX_REASON_LENGTH} characters.`)
  return trimmed
}
