/** Lets suites that run in Node itself import `@jest/globals`. Preloaded with `--import`. */
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const GLOBALS = new URL('./globals.mjs', import.meta.url).href

export const resolve = (specifier, context, next) =>
  specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context)

// Node runs hooks in a thread of their own.
if (isMainThread) register(import.meta.url)
