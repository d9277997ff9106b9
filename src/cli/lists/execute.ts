import { openListStoreAlone, openListUpdatesAlone, readOperatorFiles } from '../../composition/lists.js'
import { loadConfig } from '../../config.js'
import { createListStore, describeLists, type ListStore, type ListsStatus } from '../../features/verification/index.js'
import { silentLog } from '../../kernel/log.js'
import { createResources } from '../../kernel/resources.js'
import { withContainer } from '../withContainer.js'

/** The read models are not needed, and may be what cannot be rebuilt. */
const OPTIONS = { logOnly: true } as const

export async function readStatus() {
  const { currentAt: _, ...status } = await withContainer(
    ({ documents }) => describeLists(createListStore({ documents })),
    OPTIONS,
  )
  return { status, operatorFiles: await readOperatorFiles(loadConfig()) }
}

/** The version in use, for a command that works without stores too. */
export async function readVersion(): Promise<Pick<ListsStatus, 'version' | 'origin'>> {
  const closing = createResources()
  try {
    const store = await openListStoreAlone(loadConfig(), closing)
    return await describeLists(store ?? NO_UPDATES)
  } catch {
    return describeLists(NO_UPDATES)
  } finally {
    await closing.close()
  }
}

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
  return withContainer(async ({ documents, clock }) => {
    const closing = createResources()
    try {
      const store = createListStore({ documents })
      return await use(openListUpdatesAlone(config, { store, clock, log: silentLog, from }, closing), from)
    } finally {
      await closing.close()
    }
  }, OPTIONS)
}
