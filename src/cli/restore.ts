// `mailproof restore`: makes an installation from a backup.
import { Command } from 'commander'
import pc from 'picocolors'
import { loadConfig } from '../config.js'
import type { Position } from '../kernel/position.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printJson, UsageError } from './output.js'
import { parseTimestamp } from './parseTimestamp.js'
import { position } from './position.js'
import { isWhole, RESTORED_MEMBERS, restoredText } from './restore/text.js'

interface Options {
  readonly to?: string
  readonly position?: Position
  readonly time?: number
  readonly json?: boolean
}

export const restoreCommand = (exit: (code: number) => void): Command =>
  new Command('restore')
    .description('Restore a backup into an empty directory, or into the empty stores of MONGODB_URL and KURRENTDB_URL')
    .argument('<dir>', 'Directory of the backup')
    .option('--to <data dir>', 'Directory to restore into; leave it out to restore into MongoDB')
    .option('--position <position>', 'End at this position of the log', position)
    .option('--time <time>', 'End at this time: ISO 8601, or a UTC date (end of that day)', (text) =>
      parseTimestamp(text),
    )
    .option('--json', jsonObject('place', ...RESTORED_MEMBERS))
    .addHelpText(
      'after',
      `
The whole backup is checked before anything is written. An interrupted restore is repeated by the same command; until it is
complete, no service starts with what it has written. The secret key comes from SECRET_KEY or SECRET_KEY_FILE, from DATA_DIR,
or from the backup if that was made with --with-secret. Exit code 0 on success, 1 if the backup is damaged, the restore failed, or keys
are missing.`,
    )
    .action(async (from: string, { to, position, time, json }: Options) => {
      if (position !== undefined && time !== undefined) throw new UsageError('Pass --position or --time, not both.')
      const { restore } = await import('../composition/backup/restore.js')
      const { createRestoreProgress } = await import('./restore/progress.js')
      const progress = createRestoreProgress(json)
      try {
        const end = { position, time }
        const restored = await restore({ config: loadConfig(), from, to, end, report: progress.report })
        progress.end()
        if (!isWhole(restored)) exit(EXIT.negative)
        const { withSecret, ...shown } = restored
        if (json) return printJson(shown)
        const key = withSecret ? '' : '. Start the service with the same SECRET_KEY'
        const part = isWhole(restored) ? '' : 'only in part '
        print(`Restored ${pc.bold(from)} ${part}to ${pc.bold(restored.place)}: ${restoredText(restored)}${key}`)
      } finally {
        progress.end()
      }
    })
