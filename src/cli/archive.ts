// `mailproof archive run`, `status` and `verify`: old months of the log in segment files.
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import pc from 'picocolors'
import type { Archiving } from '../composition/archive/run.js'
import { loadConfig } from '../config.js'
import { DAY_MS } from '../kernel/time.js'
import { jsonObject } from './jsonOption.js'
import { lowerPriority } from './lowerPriority.js'
import { EXIT, print, printJson, printTable, UsageError } from './output.js'
import { bytes, count, plural } from './progress/words.js'

interface RunOptions {
  readonly before?: number
  readonly json?: boolean
}

export function archiveCommand(exit: (code: number) => void): Command {
  const command = new Command('archive').description(
    'Move old months of the log to segment files, which stay a part of the log (safe while the service runs)',
  )

  command
    .command('run')
    .description('Archive every month that ended more than ARCHIVE_AFTER_DAYS ago')
    .option('--before <month>', 'Archive every month before this one, yyyy-mm, instead', month)
    .option('--json', jsonObject('directory', 'bucket', 'segments', 'events', 'bytes'))
    .addHelpText(
      'after',
      `
Each segment is read back, from ARCHIVE_BUCKET too if it is set, before its events leave the live log. An interrupted run leaves the log whole: run the command again.
Afterwards, mailproof compact gives the free space back to the file system.`,
    )
    .action(async ({ before, json }: RunOptions) => {
      const { ARCHIVE_AFTER_DAYS: days } = loadConfig()
      await withArchive(async ({ events, archive }) => {
        lowerPriority()
        const { runArchive } = await import('../composition/archive/run.js')
        const added = await runArchive({ events, archive }, { before: before ?? Date.now() - days * DAY_MS })
        const total = added.reduce((sum, segment) => sum + segment.events, 0)
        const size = added.reduce((sum, segment) => sum + segment.bytes, 0)
        if (json) {
          const { directory, bucket = null } = archive
          return printJson({ directory, bucket, segments: added.length, events: total, bytes: size })
        }
        if (added.length === 0) return print('There is no month to archive.')
        const months = [added[0]!.month, added.at(-1)!.month]
        const span = months[0] === months[1] ? months[0] : months.join(' to ')
        print(
          `Archived ${plural(total, 'event')} of ${span} in ${plural(added.length, 'segment')}, ${bytes(size)}, in ${pc.bold(archive.bucket ?? archive.directory)}.`,
        )
      })
    })

  command
    .command('status')
    .description('Show which months are in the archive')
    .option('--json', jsonObject('directory', 'bucket', 'uploaded', 'months', 'other_files'))
    .action(async ({ json }: { json?: boolean }) => {
      await withArchive(async ({ archive }) => {
        const { otherFiles } = await import('../composition/archive/verify.js')
        const segments = await archive.segments()
        const others = await otherFiles(archive, segments)
        const months = [...new Set(segments.map((segment) => segment.month))].map((name) => {
          const parts = segments.filter((segment) => segment.month === name)
          const sum = (of: (segment: (typeof parts)[number]) => number) =>
            parts.reduce((all, part) => all + of(part), 0)
          return {
            month: name,
            segments: parts.length,
            events: sum((part) => part.events),
            bytes: sum((part) => part.bytes),
          }
        })
        const { directory, bucket = null } = archive
        const uploaded = segments.filter((segment) => bucket !== null && segment.bucket === bucket).length
        if (json) return printJson({ directory, bucket, uploaded, months, otherFiles: others })
        if (months.length === 0) print('The archive is empty.')
        else {
          const rows = months.map((each) => [each.month, count(each.events), String(each.segments), bytes(each.bytes)])
          printTable(['month', 'events', 'segments', 'size'], rows)
        }
        if (bucket !== null) print(`${uploaded} of ${plural(segments.length, 'segment')} in ${pc.bold(bucket)}.`)
        printOthers(archive.directory, others)
      })
    })

  command
    .command('verify')
    .description('Read every segment file, and compare it with its checksums and with the log')
    .option('--json', jsonObject('ok', 'segments', 'events', 'problems', 'other_files'))
    .action(async ({ json }: { json?: boolean }) => {
      await withArchive(async ({ archive }) => {
        const { verifyArchive } = await import('../composition/archive/verify.js')
        const { segments, events, problems, others } = await verifyArchive(archive)
        if (problems.length > 0) exit(EXIT.negative)
        if (json) return printJson({ ok: problems.length === 0, segments, events, problems, otherFiles: others })
        for (const problem of problems) print(problem)
        printOthers(archive.directory, others)
        const verdict = problems.length === 0 ? 'no damage found' : plural(problems.length, 'problem')
        print(`Read ${plural(segments, 'segment')} with ${plural(events, 'event')}; ${verdict}.`)
      })
    })

  return command
}

const printOthers = (directory: string, others: readonly string[]): void => {
  for (const name of others) print(`${join(directory, name)} is not a part of the log, and is not read.`)
}

async function withArchive(use: (stores: Archiving) => Promise<void>): Promise<void> {
  const source = await openSource()
  try {
    const { events, archive } = source
    if (!archive) throw new UsageError('The log is in KurrentDB: mailproof archive is for a log in DATA_DIR.')
    await use({ events, archive })
  } finally {
    await source.close()
  }
}

const openSource = async () => (await import('../composition/backup/backup.js')).openBackupSource(loadConfig())

/** @returns the first instant of the month, milliseconds since the epoch */
function month(text: string): number {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (!year) throw new InvalidArgumentError('Must be a month: yyyy-mm.')
  const start = Date.UTC(Number(year), Number(number) - 1, 1)
  if (start > Date.now()) throw new InvalidArgumentError('Must not be in the future.')
  return start
}
