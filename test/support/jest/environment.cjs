const { setPriority } = require('node:os')
const { ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')

/** Jest's environment for suites that run in Node itself: its globals are those of the worker. */
module.exports = class {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  fakeTimers = null

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {
    // Node reads source maps itself (tsx turns that on). Jest has just installed a reader of its own.
    Error.prepareStackTrace = undefined
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks()
    this.fakeTimersModern.dispose()
    // Commands that work beside a service lower it, and a worker has many suites. Only root may raise it again.
    if (process.getuid?.() === 0) setPriority(0)
  }

  getVmContext() {
    return null
  }

  exportConditions() {
    return ['node']
  }
}
