import type { Config } from '../config.js'
import { createPast } from '../eventing/asOf/past.js'
import { createPoolAsOf } from '../features/pool/index.js'
import { withResources } from '../kernel/resources.js'
import { openPoolDependencies } from './poolDependencies.js'

/** As-of queries of the pool for the operator's commands; works while a service is running. */
export const openPoolAsOf = (config: Config) =>
  withResources(async (closing) => {
    const dependencies = await openPoolDependencies(config, closing)
    const past = createPast(dependencies)
    closing.add(() => past.close())
    return { past, poolAsOf: createPoolAsOf({ ...dependencies, past }) }
  })
