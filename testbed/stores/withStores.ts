// The stores of a service, opened beside it or while none of its processes runs.
import { openStores } from '../../src/composition/openStores.js'
import type { Stores } from '../../src/composition/stores.js'
import { loadConfig } from '../../src/config.js'
import { systemClock } from '../../src/kernel/clock.js'
import { silentLog } from '../../src/kernel/log.js'
import { withResources } from '../../src/kernel/resources.js'
import type { Settings } from '../service/settings.js'

/** Closes them when `use` has settled. */
export async function withStores<T>(settings: Settings, use: (stores: Stores) => Promise<T>): Promise<T> {
  const config = loadConfig({ ...settings, LOG_LEVEL: 'silent' })
  const { close, ...stores } = await withResources((closing) =>
    openStores({ config, exclusive: false, clock: systemClock, log: silentLog }, closing),
  )
  try {
    return await use(stores)
  } finally {
    await close()
  }
}
