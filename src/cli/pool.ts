import { Command } from 'commander'
import { parseAddress } from './accounts/parseAddress.js'
import { jsonObject } from './jsonOption.js'
import { print, printJson } from './output.js'
import { plural } from './progress/words.js'
import { operator, withContainer } from './withContainer.js'

export function poolCommand(): Command {
  const command = new Command('pool').description('Manage the signal pool (safe while the service runs)')

  command
    .command('forget')
    .description('Remove an address from every pool, and what mail servers said about its mailbox')
    .argument('<address>', 'The address as its owner writes it')
    .option('--json', jsonObject('pools', 'outcome'))
    .action(async (text: string, { json }: { json?: boolean }) => {
      const { canonicalAddress } = await import('../features/verification/index.js')
      const address = await parseAddress(text)
      const canonical = canonicalAddress(address)
      const { pools, mailbox } = await withContainer(async ({ forgetAddress, mailboxRecords }) => ({
        // First, because the pools cannot be told while their read model is behind.
        mailbox: await mailboxRecords.forgetMailbox(canonical, operator()),
        pools: await forgetAddress(canonical, operator()),
      }))
      if (json) return printJson({ pools, outcome: pools > 0 || mailbox ? 'forgotten' : 'unknown' })
      print(pools > 0 ? `Removed the address from ${plural(pools, 'pool')}.` : 'No pool contains this address.')
      if (mailbox) print('Removed what mail servers said about its mailbox.')
    })

  return command
}
