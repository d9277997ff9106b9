import type { KnownBounces } from '../../src/features/outcomes/index.js'

/** As of accounts that report no outcomes. */
export const noOutcomes: KnownBounces = { isReporting: () => false, isBouncing: async () => false }
