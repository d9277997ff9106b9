import type { Config } from '../config.js'
import { createExportPool, createPoolAsOf } from '../features/pool/index.js'
import { withResources } from '../kernel/resources.js'
import { createContainer } from './container.js'
import { namingOf, openEngine } from './engine.js'

/** As-of queries and exports of the pool for the operator's commands; works while a service is running. */
export const openPoolAsOf = (config: Config) =>
  withResources(async (closing) => {
    const house = await createContainer(config, { exclusive: false })
    closing.add(() => house.close())
    const engine = openEngine(config)
    closing.add(() => engine.close())
    const dependencies = { ...house, ...namingOf(config, engine), erased: house.eventing.erased }
    const poolPast = createPoolAsOf(dependencies)
    closing.add(() => poolPast.close())
    return { poolPast, exportPool: createExportPool(dependencies) }
  })
