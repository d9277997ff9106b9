import { CHROMIUM } from '../../testbed/callers/browser.js'
import { describeUnless } from './describeUnless.js'

/** Tests in a browser; skipped without one. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeUnless(CHROMIUM ? undefined : 'CHROMIUM_PATH is not set', name, tests)
