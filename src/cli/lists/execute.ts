import { openListStoreAlone, openListUpdatesAlone, readOperatorFiles } from '../../composition/lists.js'
import { type Config, loadConfig } from '../../config.js'
import { createListStore, describeLists, type ListStore, type ListsStatus } from '../../features/verification/index.js'
import { systemClock } from '../../kernel/clock.js'
import { silentLog } from '../../kernel/log.js'
import { createResources } from '../../kernel/resources.js'
import { withContainer } from '../withContainer.js'

/** The lists of the installation, or those of the release if there is no installation here. */
const readStatusOf = async (config: Config): Promise<ListsStatus> => {
  const closing = createResources()
  try {
    return await describeLists((await openListStoreAlone(config, closing)) ?? NO_UPDATES, systemClock)
  } finally {
    await closing.close()
  }
}

export async function readStatus() {
  const config = loadConfig()
  const { currentAt: _, ...status } = await readStatusOf(config)
  return { status, operatorFiles: await readOperatorFiles(config) }
}

/** The version in use, for a command that works while the stores do not. */
export const readVersion = (): Promise<Pick<ListsStatus, 'version' | 'origin'>> =>
  readStatusOf(loadConfig()).catch(() => describeLists(NO_UPDATES, systemClock))

const NO_UPDATES: Pick<ListStore, 'load' | 'describe'> = {
  load: async () => ({ state: { current: null }, position: undefined }),
  describe: async () => undefined,
}

/** @param from default: LISTS_SOURCE */
export const updateLists = (from: string | undefined) =>
  withUpdates(from, (updates, source) => updates.update({ from: source, automatic: false }))

export const rollBackLists = () => withUpdates(undefined, (updates) => updates.rollBack())

type Updates = ReturnType<typeof openListUpdatesAlone>

function withUpdates<T>(given: string | undefined, use: (updates: Updates, from: string) => Promise<T>): Promise<T> {
  const config = loadConfig()
  const from = given ?? config.LISTS_SOURCE
  return withContainer(
    async ({ documents, clock }) => {
      const closing = createResources()
      try {
        const store = createListStore({ documents })
        return await use(openListUpdatesAlone(config, { store, clock, log: silentLog, from }, closing), from)
      } finally {
        await closing.close()
      }
      // The read models are not needed, and may be what cannot be rebuilt.
    },
    { logOnly: true },
  )
}
