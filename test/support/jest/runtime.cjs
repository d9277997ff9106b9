/**
 * Jest's module loader, replaced by Node's own: a worker evaluates each module once, not once per suite, as a suite of a
 * REST operation imports two thousand. Suites therefore share the state of modules, and `process`: what one changes it
 * restores. tsx compiles TypeScript (`--import tsx`).
 */
const { pathToFileURL } = require('node:url')
const { default: Runtime } = require('jest-runtime')

/** Where jest-circus keeps the listeners of a suite. */
const LISTENERS = Symbol.for('EVENT_HANDLERS')

/** Suites of this worker so far. */
let suites = 0

module.exports = class extends Runtime {
  constructor(config, ...others) {
    super(config, ...others)
    this.setupFiles = config.setupFilesAfterEnv
  }

  /** Modules of jest. Those that hold a suite's tests are evaluated for each suite. */
  requireInternalModule(path) {
    if (path.endsWith('jestAdapterInit.js')) {
      delete require.cache[path]
      // Or everything that the tests of earlier suites refer to would stay in memory.
      module.children = module.children.filter(({ filename }) => filename !== path)
      delete globalThis[LISTENERS]
    }
    return require(path)
  }

  unstable_shouldLoadAsEsm() {
    return true
  }

  unstable_importModule(path) {
    const url = pathToFileURL(path)
    // These add hooks to the suite, so each suite evaluates them again.
    if (this.setupFiles.includes(path)) url.searchParams.set('suite', String(suites++))
    return import(url.href)
  }

  setGlobalsForRuntime(globals) {
    super.setGlobalsForRuntime(globals)
    globalThis.jestOfSuite = { ...globals, jest: this.jestGlobals.jestObjectFor(__filename) }
  }
}
