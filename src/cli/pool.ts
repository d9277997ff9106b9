import { Command } from 'commander'
import { canonicalAddress, parseMailbox } from '../features/verification/index.js'
import { print, printJson, UsageError } from './output.js'
import { operator, withContainer } from './withContainer.js'

export function poolCommand(): Command {
  const command = new Command('pool').description('the signal pool, beside a running service too')

  command
    .command('forget')
    .description('have every pool forget an address')
    .argument('<address>', 'as whoever it belongs to writes it')
    .option('--json', 'as JSON')
    .action(async (text: string, { json }: { json?: boolean }) => {
      const address = text.trim()
      if (!parseMailbox(address).ok) throw new UsageError('This is not an address: write it like ada@example.org.')
      const pools = await withContainer(({ forgetAddress }) => forgetAddress(canonicalAddress(address), operator()))
      if (json) return printJson({ pools, outcome: pools > 0 ? 'forgotten' : 'unknown' })
      print(pools > 0 ? `The address is forgotten by ${told(pools)}.` : 'No pool knows of this address.')
    })

  return command
}

const told = (pools: number): string => (pools === 1 ? 'the one pool that knew it' : `the ${pools} pools that knew it`)
