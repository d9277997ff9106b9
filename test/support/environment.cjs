/**
 * Jest's environment for Node, in which modules can be loaded from outside of its context: see dependencies.cjs. Errors of
 * both are instances of one `Error`, and warnings of both go to the console of the context, where code can silence them.
 */
const { TestEnvironment } = require('jest-environment-node')

module.exports = class extends TestEnvironment {
  constructor(...parameters) {
    super(...parameters)
    const { global } = this
    // Errors that V8 throws in the context inherit from its original `Error`.
    Object.setPrototypeOf(global.Error.prototype, Error.prototype)
    global.Error = Error
    global.requireOutside = require
  }

  async setup() {
    await super.setup()
    const { global } = this
    this.outsideConsole = globalThis.console
    this.warn = this.outsideConsole.warn
    this.outsideConsole.warn = (...parameters) => global.console.warn(...parameters)
  }

  async teardown() {
    this.outsideConsole.warn = this.warn
    await super.teardown()
  }
}
