import { describeUnless } from './describeUnless.js'

/** Tests that need a MongoDB, whose URL is in MONGODB_URL (`.ci/run` starts one). */
export function describeMongo(name: string, tests: (url: string) => void): void {
  const url = process.env.MONGODB_URL
  describeUnless(url ? undefined : 'MONGODB_URL is not set', name, () => tests(url || 'mongodb://127.0.0.1:1'))
}
