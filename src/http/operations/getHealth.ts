import type { PublicOperation } from '../operation.js'
import { healthReply } from '../shapes/health.js'

export const getHealth: PublicOperation<'getHealth'> = async ({ health }) => healthReply(await health.ready())
