// What an operator's command needs to read the pool and the log, beside a running service.
import type { Config } from '../config.js'
import type { Resources } from '../kernel/resources.js'
import { createContainer } from './container.js'
import { namingPolicyOf, openEngine } from './engine.js'

export async function openPoolDependencies(config: Config, closing: Resources) {
  const container = await createContainer(config, { exclusive: false })
  closing.add(() => container.close())
  const engine = openEngine(config)
  closing.add(() => engine.close())
  return { ...container, ...namingPolicyOf(config, engine), erased: container.eventing.erased }
}
