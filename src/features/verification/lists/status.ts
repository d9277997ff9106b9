import type { Clock } from '../../../kernel/clock.js'
import { type ListSource, readTableHeader } from '../engine/lists/file.js'
import { readEmbeddedLists } from '../engine/lists/loadLists.js'
import type { ListState, ListStore, ListVersion, LoadedState } from './store.js'
import { currentSince, versionInUse } from './versions.js'

/** The lists that an installation uses, and those before. */
export interface ListsStatus {
  readonly version: string
  /** Whether the version ships with the program or was installed by an update. */
  readonly origin: 'release' | 'update'
  readonly domains: number
  readonly sources: readonly ListSource[]
  readonly installedAt: string | null
  /** When a source was last checked successfully. ISO 8601, as all times here but `currentAt`. */
  readonly checkedAt: string | null
  /** When the lists were last known to be the newest: milliseconds since the epoch. */
  readonly currentAt: number
  /** What `rollBack` goes back to. */
  readonly previous: string | null
  readonly failure: ListState['failure'] | null
}

export async function describeLists(store: Pick<ListStore, 'load' | 'describe'>, clock: Clock): Promise<ListsStatus> {
  const embedded = describeEmbedded()
  const { state, installed } = await createInUse({ store, embedded })()
  const { version, domains, sources } = installed ?? embedded
  const before = installed && state.previous && versionInUse(state.previous.version, embedded.version)
  return {
    version,
    origin: installed ? 'update' : 'release',
    domains,
    sources,
    installedAt: installed?.installedAt ?? null,
    checkedAt: state.checkedAt ?? null,
    currentAt: currentSince({ version, embedded: embedded.version, ...state }, clock.now()),
    previous: before === undefined ? null : (before ?? embedded.version),
    failure: state.failure ?? null,
  }
}

interface InUseOptions {
  readonly store: Pick<ListStore, 'load' | 'describe'>
  readonly embedded: Pick<ListVersion, 'version'>
}

/** The state of an installation, and the version in use unless it is the one that ships with the program. */
export const createInUse =
  ({ store, embedded }: InUseOptions) =>
  async (): Promise<LoadedState & { readonly installed: ListVersion | undefined }> => {
    const loaded = await store.load()
    const version = versionInUse(loaded.state.current, embedded.version)
    return { ...loaded, installed: version === null ? undefined : await store.describe(version) }
  }

export function describeEmbedded(): Pick<ListVersion, 'version' | 'sources' | 'domains'> {
  const { version, sources, domainCount } = readTableHeader(readEmbeddedLists())
  return { version, sources: sources.filter(({ code }) => code !== '-'), domains: domainCount }
}
