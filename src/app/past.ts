import type { Config } from '../config.js'
import { createExportPool, createPoolPast } from '../features/pool/index.js'
import { opening } from '../kernel/closing.js'
import { namingOf, openEngine } from './engine.js'
import { openHouse } from './house.js'

/** What the operator looks back with, beside a running service. */
export const openPast = (config: Config) =>
  opening(async (closing) => {
    const house = await openHouse(config, { exclusive: false })
    closing.add(() => house.close())
    const engine = openEngine(config)
    closing.add(() => engine.close())
    const given = { ...house, ...namingOf(config, engine), erased: house.eventing.erased }
    const poolPast = createPoolPast(given)
    closing.add(() => poolPast.close())
    return { poolPast, exportPool: createExportPool(given) }
  })
