/**
 * Makes jest take large dependencies from outside of the context of a suite: each worker loads them once, instead of
 * once for each suite, and they run faster there. `transformIgnorePatterns` names them. A package cannot be one of them
 * if it keeps state which suites must not share, or returns plain objects, whose prototypes are not those of the context.
 */
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')

const version = createHash('sha1').update(readFileSync(__filename)).digest('hex')

/** Code of a module that exports what the file does. */
function codeFor(path, { supportsStaticESM }) {
  const outside = `requireOutside(${JSON.stringify(path)})`
  const isModule = supportsStaticESM && require(path)[Symbol.toStringTag] === 'Module'
  if (!isModule) return `module.exports = ${outside}`
  const names = Object.keys(require(path)).filter((name) => name !== 'default')
  return `const all = ${outside}; export default all.default; export const { ${names.join(', ')} } = all`
}

module.exports = {
  canInstrument: false,
  getCacheKey: (_source, path, { supportsStaticESM }) =>
    createHash('sha1').update(`${version}\0${path}\0${supportsStaticESM}`).digest('hex'),
  process: (_source, path, options) => ({ code: codeFor(path, options) }),
  processAsync: async (_source, path, options) => ({ code: codeFor(path, options) }),
}
