import type { Config } from '../config.js'
import { createExportPool, createPoolAsOf } from '../features/pool/index.js'
import { withResources } from '../kernel/resources.js'
import { createContainer } from './container.js'
import { namingOf, openEngine } from './engine.js'

/** What the operator looks back with, beside a running service. */
export const openPoolAsOf = (config: Config) =>
  withResources(async (closing) => {
    const house = await createContainer(config, { exclusive: false })
    closing.add(() => house.close())
    const engine = openEngine(config)
    closing.add(() => engine.close())
    const given = { ...house, ...namingOf(config, engine), erased: house.eventing.erased }
    const poolPast = createPoolAsOf(given)
    closing.add(() => poolPast.close())
    return { poolPast, exportPool: createExportPool(given) }
  })
