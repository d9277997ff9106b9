import type { Config } from '../config.js'
import { createPoolAsOf } from '../features/pool/index.js'
import { withResources } from '../kernel/resources.js'
import { openPoolDependencies } from './poolDependencies.js'

/** As-of queries of the pool for the operator's commands; works while a service is running. */
export const openPoolAsOf = (config: Config) =>
  withResources(async (closing) => {
    const dependencies = await openPoolDependencies(config, closing)
    const poolAsOf = createPoolAsOf(dependencies)
    closing.add(() => poolAsOf.close())
    return { poolAsOf }
  })
