import { openListUpdatesAlone, readOperatorFiles } from '../../composition/lists.js'
import { loadConfig } from '../../config.js'
import { createListStore, describeLists } from '../../features/verification/index.js'
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
