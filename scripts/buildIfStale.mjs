/** Runs those builds whose results are older than what they are made from; none in the npm package, which has no sources. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Each build touches its stamp. Sources are files and directories. */
const BUILDS = [
  {
    script: 'build:service',
    sources: [
      'src',
      'package.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'tsconfig.declarations.json',
      'scripts/package/bundleModules.mjs',
    ],
    stamp: 'dist/.built',
    result: 'dist/main.js',
  },
  {
    script: 'build:pages',
    sources: [
      'web',
      'docs',
      'package.json',
      'schema/openapi.yaml',
      'src/api/rest/html.ts',
      'src/api/verification/present.ts',
      'src/client/errors.ts',
      'src/docsSearch',
      'src/features/verification/engine',
      'src/features/verification/sandbox',
    ],
    stamp: 'dist/public/.built',
    result: 'dist/public/index.html',
  },
]

/** Modification time in milliseconds; 0 if the file does not exist. */
const timeOf = (path) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** A path and, for a directory, everything in it: removing a file changes only the time of its directory. */
const filesIn = (path) =>
  statSync(join(ROOT, path)).isDirectory()
    ? [path, ...readdirSync(join(ROOT, path), { recursive: true }).map((name) => join(path, name))]
    : [path]

const hasSources = ({ sources: [first] }) => existsSync(join(ROOT, first))

const isStale = ({ sources, stamp, result }) =>
  timeOf(result) === 0 || Math.max(...sources.flatMap(filesIn).map(timeOf)) >= timeOf(stamp)

for (const { script, result } of BUILDS.filter(hasSources).filter(isStale)) {
  // The compiler's record of an incomplete build would keep it from writing the missing files again.
  if (script === 'build:service' && timeOf(result) === 0) rmSync(join(ROOT, 'dist/.tsbuildinfo'), { force: true })
  const { status } = spawnSync('npm', ['run', script], { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = status ?? 1
  if (process.exitCode !== 0) break
}
