// Puts list updates together, lets an engine follow its lists, and opens the lists for a command.
import { accessSync, constants, existsSync } from 'node:fs'
import { pathsIn } from '../adapters/dataDirectory/dataDirectory.js'
import { createLmdbDocumentStore } from '../adapters/documents/lmdb/documentStore.js'
import { createOutbound } from '../adapters/outbound/outbound.js'
import { SETTINGS } from '../config/settings.js'
import { type Config, ConfigError } from '../config.js'
import {
  createListFollower,
  createListStore,
  createListUpdates,
  createOperatorFile,
  isUrl,
  type ListStore,
  NPM_REGISTRY,
} from '../features/verification/index.js'
import type { Clock } from '../kernel/clock.js'
import { type Log, silentLog } from '../kernel/log.js'
import type { Resolver } from '../kernel/ports/resolver.js'
import type { Resources } from '../kernel/resources.js'
import { openResolver } from './engine.js'

interface UpdatesOptions {
  readonly store: ListStore
  readonly clock: Clock
  readonly log: Log
  readonly resolver: Resolver
  /** Where the lists will come from: an operator's own URL may be at a private address. */
  readonly from: string
}

const EVERYWHERE = ['0.0.0.0/0', '::/0']

/** Updates of the lists that the processes of an installation share. */
export function openListUpdates({ store, clock, log, resolver, from }: UpdatesOptions, closing: Resources) {
  const outbound = createOutbound({
    resolver,
    allowedSubnets: isUrl(from) && from !== NPM_REGISTRY ? EVERYWHERE : [],
    remedy: 'Set LISTS_SOURCE to the URL of a mirror, if it is one.',
  })
  closing.add(() => outbound.close())
  return createListUpdates({ store, get: outbound.get, clock, log })
}

/** The same for a command, which has no resolver of its own. */
export function openListUpdatesAlone(
  config: Config,
  options: Omit<UpdatesOptions, 'resolver'>,
  closing: Resources,
): ReturnType<typeof createListUpdates> {
  const resolver = openResolver(config)
  closing.add(() => resolver.close())
  return openListUpdates({ ...options, resolver }, closing)
}

type FollowerOptions = Omit<Parameters<typeof createListFollower>[0], 'paths'>

/**
 * Lets an engine use the lists of its installation and of the operator's files, and follow their changes.
 * @throws ConfigError if a file cannot be read
 */
export async function followLists(
  { LISTS_ALLOW_FILE: allow, LISTS_DENY_FILE: deny }: Config,
  options: FollowerOptions,
  closing: Resources,
) {
  requireReadable('LISTS_ALLOW_FILE', allow)
  requireReadable('LISTS_DENY_FILE', deny)
  const follower = createListFollower({ ...options, paths: { allow, deny } })
  closing.add(() => follower.stop())
  await follower.start()
  return follower
}

function requireReadable(setting: 'LISTS_ALLOW_FILE' | 'LISTS_DENY_FILE', path: string | undefined): void {
  if (path === undefined) return
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new ConfigError(
      `${setting}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Example: ${setting}=${SETTINGS[setting].example}`,
    )
  }
}

/**
 * The lists of an installation, for a command that opens none of its other stores.
 * @returns undefined if there is no installation here
 */
export async function openListStoreAlone(config: Config, closing: Resources): Promise<ListStore | undefined> {
  if (config.MONGODB_URL) {
    const { openMongoDocuments } = await import('./mongoDocuments.js')
    return createListStore({ documents: await openMongoDocuments(config.MONGODB_URL, closing) })
  }
  const { documents: path } = pathsIn(config.DATA_DIR)
  if (!existsSync(path)) return undefined
  const documents = createLmdbDocumentStore({ path })
  closing.add(() => documents.close())
  return createListStore({ documents })
}

/** The operator's files as they are now. */
export async function readOperatorFiles({ LISTS_ALLOW_FILE, LISTS_DENY_FILE }: Config) {
  const paths = Object.entries({ LISTS_ALLOW_FILE, LISTS_DENY_FILE })
  return Promise.all(
    paths.map(async ([setting, path]) => {
      const file = createOperatorFile({ setting, path, log: silentLog })
      await file.refresh()
      return { setting, path: path ?? null, entries: file.entries().length, problem: file.problem() ?? null }
    }),
  )
}
