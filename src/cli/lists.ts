// The command `lists`: the lists of domains that an installation judges by.
import { Command } from 'commander'
import pc from 'picocolors'
import type { ListsStatus, UpdateOutcome } from '../features/verification/index.js'
import { jsonObject } from './jsonOption.js'
import { EXIT, print, printError, printJson, printTable, visible } from './output.js'
import { count, plural } from './progress/words.js'

interface OperatorFileStatus {
  readonly setting: string
  readonly path: string | null
  readonly entries: number
  readonly problem: string | null
}

export function listsCommand(exit: (code: number) => void): Command {
  const command = new Command('lists').description(
    'Show and update the lists of disposable and free domains (safe while the service runs)',
  )

  command
    .command('status')
    .description(
      "Show the version in use, its sources, and the operator's own files; exit code 1 if a file has a mistake",
    )
    .option(
      '--json',
      jsonObject(
        ...['version', 'origin', 'domains', 'sources', 'installed_at', 'checked_at', 'previous', 'failure'],
        'operator_files',
      ),
    )
    .action(async ({ json }: { json?: boolean }) => {
      const { status, operatorFiles } = await (await import('./lists/execute.js')).readStatus()
      if (operatorFiles.some(({ problem }) => problem !== null)) exit(EXIT.negative)
      if (json) return printJson({ ...status, operatorFiles })
      printStatus(status, operatorFiles)
    })

  command
    .command('update')
    .description('Fetch newer lists, check them, and let every process use them; exit code 1 if that fails')
    .option(
      '--from <source>',
      'An npm registry, a list file (URL that ends in .txt or .gz, or path), or a folder of npm packages (default: LISTS_SOURCE)',
    )
    .option('--json', jsonObject('outcome', 'version', 'added', 'removed', 'reason'))
    .action(async ({ from, json }: { from?: string; json?: boolean }) => {
      const done = await (await import('./lists/execute.js')).updateLists(from)
      if ('reason' in done) exit(EXIT.negative)
      if (json) return printJson(done)
      if ('reason' in done) printError(failed(done))
      else print(succeeded(done))
    })

  command
    .command('rollback')
    .description('Go back to the version before; automatic updates do not install the one that was given up again')
    .option('--json', jsonObject('version', 'withdrawn'))
    .action(async ({ json }: { json?: boolean }) => {
      const done = await (await import('./lists/execute.js')).rollBackLists()
      if (json) return printJson(done)
      print(`Version ${pc.bold(done.version)} is in use again, instead of ${done.withdrawn}.`)
    })

  return command
}

type Failed = Extract<UpdateOutcome, { readonly reason: string }>

const failed = ({ outcome, version, reason }: Failed): string =>
  outcome === 'refused'
    ? `the new lists are refused: ${visible(reason)} Version ${version} stays in use.`
    : `the lists could not be fetched: ${visible(reason)} Version ${version} stays in use.`

const succeeded = (done: Exclude<UpdateOutcome, Failed>): string =>
  done.outcome === 'unchanged'
    ? `Version ${pc.bold(done.version)} is already the newest.`
    : `Version ${pc.bold(done.version)} is in use: ${plural(done.added, 'new domain')}, ${count(done.removed)} removed.`

function printStatus(status: Omit<ListsStatus, 'currentAt'>, files: readonly OperatorFileStatus[]): void {
  const { version, origin, domains, sources, installedAt, checkedAt, previous, failure } = status
  const rows: [string, string][] = [
    [
      'version',
      `${pc.bold(version)} (${origin === 'release' ? 'ships with this release' : `installed ${installedAt}`})`,
    ],
    ['domains', count(domains)],
    ['sources', sources.map((source) => `${source.name} ${source.version}`).join(', ')],
    ['last check', checkedAt ?? 'never'],
    ['rollback to', previous ?? 'none'],
  ]
  if (failure) rows.push(['last failure', `${failure.at}: ${visible(failure.reason)}`])
  for (const { setting, path, entries, problem } of files)
    rows.push([
      setting,
      path === null
        ? 'not set'
        : visible(problem ?? `${path}, ${count(entries)} ${entries === 1 ? 'entry' : 'entries'}`),
    ])
  printTable(['', ''], rows)
}
