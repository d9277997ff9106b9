// An installation to back up, and the functions of the commands without their output.
import { join } from 'node:path'
import { type BackupResult, backUp, openBackupSource } from '../../src/composition/backup/backup.js'
import { restore } from '../../src/composition/backup/restore.js'
import type { End } from '../../src/composition/backup/set.js'
import { openSetDirectory, type SetTarget } from '../../src/composition/backup/setDirectory.js'
import { type Container, createContainer } from '../../src/composition/container.js'
import { type Config, loadConfig } from '../../src/config.js'
import type { Recorded } from '../../src/kernel/envelope.js'
import { newId } from '../../src/kernel/ids.js'
import { collect } from '../../testbed/given/events.js'
import { readLog } from '../../testbed/records/readLog.js'
import { HISTORY_SECRET, writeInstallation } from '../../testbed/stores/migration.js'

/** Settings of the commands for an installation that `writeInstallation` made. */
export const configOf = (directory: string, settings: Record<string, string> = {}): Config =>
  loadConfig({
    DATA_DIR: directory,
    SECRET_KEY: HISTORY_SECRET.toString('base64'),
    LOG_LEVEL: 'silent',
    ...settings,
  })

/** Writes an installation with a generated history into `<parent>/data`. */
export async function newInstallation(parent: string, events = 300): Promise<Config> {
  const directory = join(parent, 'data')
  await writeInstallation(directory, { seed: 7, events, blobs: 3 })
  return configOf(directory)
}

interface Options {
  readonly withSecret?: boolean
  /** Stands between the backup and the directory. */
  readonly through?: (target: SetTarget) => SetTarget
}

export async function backUpTo(
  config: Config,
  directory: string,
  { withSecret = false, through = (target) => target }: Options = {},
): Promise<BackupResult> {
  const target = await openSetDirectory(directory)
  try {
    const source = await openBackupSource(config)
    try {
      return await backUp(source, directory, through(target), { withSecret, onProgress: () => {} })
    } finally {
      await source.close()
    }
  } finally {
    target.close()
  }
}

/** Restores with the secret of `writeInstallation`, unless the config has another one. */
export const restoreTo = (from: string, to: string, end: End = {}, config: Config = configOf(to)) =>
  restore({ config, from, to, end, report: () => {} })

/** Creates accounts, with one event or more each. */
export async function addAccounts(config: Config, count: number): Promise<string[]> {
  return within(config, async ({ accounts }) => {
    const ids: string[] = []
    for (let index = 0; index < count; index++) ids.push(await addAccount(accounts))
    return ids
  })
}

/** @returns the id of a new account */
export async function addAccount(accounts: Container['accounts']): Promise<string> {
  const id = newId()
  const actor = { id: 'system', correlationId: id, commandId: id }
  return (await accounts.createAccount({ email: 'ada@example.org', name: null }, actor)).account.id
}

/** Runs work with the operator's view of an installation. */
export async function within<T>(config: Config, use: (container: Container) => Promise<T>): Promise<T> {
  const container = await createContainer(config, { exclusive: false })
  try {
    return await use(container)
  } finally {
    await container.close()
  }
}

/** All events, in order, with their positions. */
export const eventsIn = (directory: string): Promise<Recorded[]> => collect(readLog(directory))
