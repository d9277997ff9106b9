// `mailproof accept-loss`: goes on without a log, the end of a log, or a vault that is lost.
import { Command } from 'commander'
import type { Loss } from '../composition/guard/acceptLoss.js'
import { loadConfig } from '../config.js'
import type { Position } from '../kernel/position.js'
import { confirm } from './confirm.js'
import { EXIT, print, printError, UsageError } from './output.js'
import { position } from './position.js'

export const acceptLossCommand = (exit: (code: number) => void): Command =>
  new Command('accept-loss')
    .description('Go on without what is lost: the log, its end, or the vault, after a service has refused to start')
    .argument('[position]', 'Where the log ends now, as the service said: refuses if it ends elsewhere', position)
    .option('--yes', 'Do not ask for confirmation')
    .action(async (at: Position | undefined, { yes }: { yes?: boolean }) => {
      const { openLoss } = await import('../composition/guard/acceptLoss.js')
      const { withResources } = await import('../kernel/resources.js')
      const { loss, close } = await withResources(async (closing) => ({ loss: await openLoss(loadConfig(), closing) }))
      try {
        if (!loss) return print('Nothing is lost: the log and the vault are those of this installation.')
        if (at !== undefined && at !== loss.head)
          throw new UsageError(`The log ends at ${loss.head}, not at ${at}. Nothing was changed.`)
        for (const line of meaningOf(loss)) printError(line)
        if (!yes && !(await confirm('Go on without it, for ever?'))) return exit(EXIT.negative)
        await loss.accept()
        print('Accepted. Start the service; it rebuilds the read models from the log.')
      } finally {
        await close()
      }
    })

function* meaningOf({ head, recordedAt, reached, vault }: Loss): Iterable<string> {
  if (reached !== undefined && recordedAt === undefined)
    yield `The log is empty; it had reached ${reached}. All accounts, keys, verifications and batches are lost.`
  else if (reached !== undefined)
    yield `The log ends at ${head}; it had reached ${reached}. Accounts, keys, verifications, batches and everything else recorded after ${recordedAt} are lost.`
  if (vault)
    yield 'The vault is lost: names and addresses of account owners, webhook URLs, uploads and results of batches can never be read again.'
}
