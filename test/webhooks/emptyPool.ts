import type { VerificationDependencies } from '../../src/features/verification/index.js'

const neverCalled = (): never => {
  throw new Error('an empty pool must not be called')
}

/** For verifications that do not involve a pool. */
export const emptyPool: VerificationDependencies['pool'] = {
  hasEntries: () => false,
  addressOf: neverCalled,
  lookUp: neverCalled,
  contribute: neverCalled,
  contributeShared: neverCalled,
}
