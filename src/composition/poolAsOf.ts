import type { Config } from '../config.js'
import { createPoolAsOf } from '../features/pool/index.js'
import { withResources } from '../kernel/resources.js'
import { createContainer } from './container.js'
import { namingPolicyOf, openEngine } from './engine.js'

/** As-of queries of the pool for the operator's commands; works while a service is running. */
export const openPoolAsOf = (config: Config) =>
  withResources(async (closing) => {
    const container = await createContainer(config, { exclusive: false })
    closing.add(() => container.close())
    const engine = openEngine(config)
    closing.add(() => engine.close())
    const dependencies = { ...container, ...namingPolicyOf(config, engine), erased: container.eventing.erased }
    const poolAsOf = createPoolAsOf(dependencies)
    closing.add(() => poolAsOf.close())
    return { poolAsOf }
  })
