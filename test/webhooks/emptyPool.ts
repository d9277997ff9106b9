import type { VerificationDependencies } from '../../src/features/verification/index.js'

const notAsked = (): never => {
  throw new Error('an empty pool is asked for nothing')
}

/** For verifications that do not involve a pool. */
export const emptyPool: VerificationDependencies['pool'] = {
  hasEntries: () => false,
  addressOf: notAsked,
  lookUp: notAsked,
  contribute: notAsked,
  contributeShared: notAsked,
}
