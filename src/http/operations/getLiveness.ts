import type { PublicOperation } from '../operation.js'

export const getLiveness: PublicOperation<'getLiveness'> = ({ health }) => ({ status: 200, body: health.live() })
