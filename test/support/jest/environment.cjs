const { setPriority } = require('node:os')
const { setImmediate: nextTurn } = require('node:timers/promises')
const { ModernFakeTimers } = require('@jest/fake-timers')
const { ModuleMocker } = require('jest-mock')

/**
 * Jest's environment for suites that run in Node itself: its globals are those of the worker. It fails a suite in which Node warns
 * that listeners pile up: an operator would find that in the log of a service.
 */
module.exports = class {
  global = globalThis
  moduleMocker = new ModuleMocker(globalThis)
  fakeTimers = null
  warnings = []
  keepWarning = (warning) => {
    if (warning.name === 'MaxListenersExceededWarning') this.warnings.push(warning)
  }

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {
    // Node reads source maps itself (tsx turns that on). Jest has just installed a reader of its own.
    Error.prepareStackTrace = undefined
    process.on('warning', this.keepWarning)
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks()
    this.fakeTimersModern.dispose()
    // Commands that work beside a service lower it, and a worker has many suites. Only root may raise it again.
    if (process.getuid?.() === 0) setPriority(0)
    // Node warns after the turn that caused it.
    await nextTurn()
    process.off('warning', this.keepWarning)
    if (this.warnings.length > 0) throw new Error(this.warnings.map(({ message }) => message).join('\n'))
  }

  getVmContext() {
    return null
  }

  exportConditions() {
    return ['node']
  }
}
