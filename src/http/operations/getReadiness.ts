import type { PublicOperation } from '../operation.js'
import { healthReply } from '../shapes/health.js'

export const getReadiness: PublicOperation<'getReadiness'> = async ({ health }) => healthReply(await health.ready())
