// `mailproof compact`: shrinks the files of DATA_DIR.
import { Command } from 'commander'
import { loadConfig } from '../config.js'
import { jsonArray } from './jsonOption.js'
import { print, printJson, printTable } from './output.js'
import { bytes } from './progress/words.js'

export const compactCommand = (): Command =>
  new Command('compact')
    .description(
      'Give the free space in the files of DATA_DIR back to the file system (the service must not be running)',
    )
    .option('--json', jsonArray('file', 'before', 'after'))
    .addHelpText(
      'after',
      `
Files never shrink by themselves: the space of what was deleted is used again. This helps once after much was deleted or moved to
an archive. It needs as much free space as the largest file, and can be interrupted at any time.`,
    )
    .action(async ({ json }: { json?: boolean }) => {
      const config = loadConfig()
      const { compact } = await import('../composition/compact.js')
      const files = await compact(config)
      if (json) return printJson(files)
      if (files.length === 0) return print('There is nothing to compact.')
      printTable(
        ['file', 'before', 'after'],
        files.map(({ file, before, after }) => [file, bytes(before), bytes(after)]),
      )
    })
