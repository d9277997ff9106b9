/**
 * Compiles TypeScript for jest with swc, and gives each file its own constants for the globals it uses: in jest's
 * contexts, a look-up of a global passes an interceptor and takes a hundred times as long as elsewhere. Globals that
 * tests replace (Date, timers, process) are looked up each time.
 */
const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')
const { createTransformer } = require('@swc/jest')

const GLOBALS =
  /\b(?:Array|Buffer|Error|JSON|Map|Math|Number|Object|Promise|Set|String|Symbol|Uint8Array|Uint32Array)\b/g
const version = createHash('sha1').update(readFileSync(__filename)).digest('hex')

/** Whether the file has no import or declaration of that name. */
const isGlobal = (source, name) =>
  !new RegExp(
    `\\bimport\\b[^'"]*\\b${name}\\b[^'"]*\\bfrom\\b|\\b(?:const|let|class|function|type|interface)\\s+(?:\\{[^}]*)?${name}\\b`,
  ).test(source)

function withConstants(source, result) {
  const names = [...new Set(source.match(GLOBALS))].filter((name) => isGlobal(source, name))
  if (names.length === 0) return result
  // On the first line, so that line numbers do not change.
  return { ...result, code: `const { ${names.join(', ')} } = globalThis; ${result.code}` }
}

module.exports = {
  createTransformer(options) {
    const swc = createTransformer(options)
    return {
      ...swc,
      getCacheKey: (...parts) => `${swc.getCacheKey(...parts)}${version}`,
      process: (source, ...rest) => withConstants(source, swc.process(source, ...rest)),
      processAsync: async (source, ...rest) => withConstants(source, await swc.processAsync(source, ...rest)),
    }
  },
}
