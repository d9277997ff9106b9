// `mailproof export`: tables for analysis, pseudonymised.
import { Command, Option } from 'commander'
import { datasetCommand } from './export/dataset.js'
import { type LegacyOptions, runLegacyExport } from './export/legacy.js'
import { parseTimestamp } from './parseTimestamp.js'
import { position } from './position.js'

export function exportCommand(exit: (code: number) => void): Command {
  const command = new Command('export')
    // Options belong to the command before them: `export verifications --from` is one of `verifications`.
    .enablePositionalOptions()
    .allowExcessArguments()
    .description('Export tables for analysis, pseudonymised, from the whole log with its archive')
    .addOption(new Option('--from <position>', '').argParser(position).hideHelp())
    .addOption(new Option('--to <time>', '').argParser((text) => parseTimestamp(text)).hideHelp())
    .addOption(new Option('--json', '').hideHelp())
    .addHelpText(
      'after',
      `
Without a name, as in release 1.0.0: the contributions, with the names of columns of that release. Its --from takes the position of a
row, and its --to leaves out days that had not ended by then.`,
    )
    .action(async (options: LegacyOptions, { args }: Command) => {
      if (args.length > 0)
        command.error(
          `error: there is no export of '${args[0]}': choose verifications, mailboxes, outcomes or contributions`,
        )
      await runLegacyExport(options)
    })
  command.addCommand(
    datasetCommand(
      {
        name: 'verifications',
        description:
          'Export every verified address: single ones and those of batches, with what was decided, and why; hours instead of times, and hashes under a key used only for exports instead of accounts, keys, addresses and rare domains. An hour is exported from an hour after its end',
        unit: 'hours',
        positionDigits: 16,
      },
      exit,
    ),
  )
  command.addCommand(
    datasetCommand(
      {
        name: 'mailboxes',
        description:
          'Export what mail servers answered about the rows of jobs, which are asked after a job has completed; hours instead of times, and hashes under a key used only for exports instead of accounts and jobs. An hour is exported from an hour after its end',
        unit: 'hours',
        positionDigits: 16,
      },
      exit,
    ),
  )
  command.addCommand(
    datasetCommand(
      {
        name: 'outcomes',
        description:
          'Export what accounts reported to have become of addresses, with what had been decided about them; hours instead of times, and hashes under a key used only for exports instead of accounts, keys, addresses and rules. An hour is exported from an hour after its end',
        unit: 'hours',
        positionDigits: 16,
      },
      exit,
    ),
  )
  command.addCommand(
    datasetCommand(
      {
        name: 'contributions',
        description:
          'Export the contributions to the pools: days instead of times, and hashes under a key used only for exports instead of accounts, addresses and rare domains; only addresses that the pool answers for. A day is exported from an hour after its end',
        unit: 'days',
        positionDigits: 32,
      },
      exit,
    ),
  )
  return command
}
