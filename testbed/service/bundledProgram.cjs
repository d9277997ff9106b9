/**
 * The bundled program, which V8 need not compile again: what it made of each file is kept beside them. See ADR 56.
 * With CODE_CACHE=write, a process adds what the files it loaded were compiled to, when it ends.
 */
const { readFileSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { dirname, join } = require('node:path')
const { deserialize, serialize } = require('node:v8')
const { Script } = require('node:vm')

const PROGRAM = join(__dirname, '..', '..', 'node_modules', '.mailproof-program')
const CODE = join(PROGRAM, 'code')
const isWritten = process.env.CODE_CACHE === 'write'
/** Cached data by path. */
const kept = read()
/** Of which nothing is kept yet, by path. */
const scripts = new Map()

function read() {
  try {
    return deserialize(readFileSync(CODE))
  } catch {
    // The first process that writes has not ended.
    return new Map()
  }
}

/** As Node does it, but with cached data, which V8 ignores unless it is its own. */
Module.prototype._compile = function (code, filename) {
  const script = new Script(Module.wrap(code.replace(/^#!.*/, '')), {
    filename,
    cachedData: kept.get(filename),
    importModuleDynamically: (specifier) => import(specifier),
  })
  if (isWritten && !kept.has(filename)) scripts.set(filename, script)
  const require = Module.createRequire(filename)
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, dirname(filename))
}

if (isWritten)
  process.on('exit', () => {
    for (const [path, script] of scripts) kept.set(path, script.createCachedData())
    writeFileSync(CODE, serialize(kept))
  })

require(join(PROGRAM, 'main.cjs'))
