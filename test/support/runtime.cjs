/**
 * Jest's module loader, which reads each file of node_modules once per worker instead of once per suite: a suite of a
 * REST operation imports more than a thousand of them.
 */
const { sep } = require('node:path')
const { default: Runtime } = require('jest-runtime')

const INSTALLED = `${sep}node_modules${sep}`
/** Contents by path. */
const installed = new Map()

/** The loader's cache of one suite. */
class FileCache extends Map {
  get(path) {
    return super.get(path) ?? installed.get(path)
  }
  set(path, content) {
    if (!path.includes(INSTALLED)) return super.set(path, content)
    installed.set(path, content)
    return this
  }
}

module.exports = class extends Runtime {
  constructor(config, environment, resolver, transformer, contents, ...rest) {
    super(config, environment, resolver, transformer, new FileCache(contents), ...rest)
  }
}
