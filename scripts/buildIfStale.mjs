/** Runs `npm run build` unless dist is newer than everything that it is built from. */
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = ['src', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'tsconfig.declarations.json']
/** `npm run build` touches it last. */
const STAMP = 'dist/.built'

/** Modification time in milliseconds; 0 if the file does not exist. */
const timeOf = (path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Directories are included: removing a file changes only the time of its directory. */
const filesIn = (directory) =>
  readdirSync(join(ROOT, directory), { recursive: true }).map((name) => join(directory, name))

const newest = Math.max(...[...SOURCES, ...filesIn('src')].map(timeOf))
const isMissing = timeOf('dist/main.js') === 0
if (newest >= timeOf(STAMP) || isMissing) {
  // The compiler's record of an incomplete build would keep it from writing the missing files again.
  if (isMissing) rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
