// Compiles the sources once, for processes that tests start again and again.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Options, transformSync } from '@swc/core'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPILED = join(ROOT, 'node_modules', '.mailproof-compiled')
const FOLDERS = ['src', 'testbed', 'test', 'scripts']
/** What the code reads beside those folders. */
const BESIDE = ['package.json', 'schema']
const KEPT_MS = 3_600_000
const OPTIONS: Options = {
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    experimental: { keepImportAttributes: true },
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
  },
}

let compiledAt: string | undefined

/**
 * The path of a test's TypeScript file as compiled JavaScript, so that a process that is started repeatedly does not
 * compile itself. All its imports are compiled too, once for each state of the sources.
 * @param path from the root of the project
 */
export function compiled(path: string): string {
  compiledAt ??= compileAll()
  return join(compiledAt, path.replace(/\.ts$/, '.js'))
}

function compileAll(): string {
  // Folders too: their time changes when a file is deleted.
  const paths = FOLDERS.flatMap((folder) => [
    folder,
    ...readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  ])
  const newest = Math.max(...paths.map((path) => statSync(join(ROOT, path)).mtimeMs))
  const result = join(COMPILED, `${newest}`)
  if (isThere(result)) return result

  const unfinished = `${result}.${process.pid}`
  for (const path of paths.filter((each) => each.endsWith('.ts'))) {
    const target = join(unfinished, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, transformSync(readFileSync(join(ROOT, path), 'utf8'), OPTIONS).code)
  }
  for (const name of BESIDE) symlinkSync(join(ROOT, name), join(unfinished, name))
  forget()
  try {
    renameSync(unfinished, result)
  } catch (error) {
    // Another worker was faster.
    if (!isThere(result)) throw error
    rmSync(unfinished, { recursive: true, force: true })
  }
  return result
}

/** A run in progress may use what was compiled before the last change. */
function forget(): void {
  for (const name of readdirSync(COMPILED)) {
    const path = join(COMPILED, name)
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined
