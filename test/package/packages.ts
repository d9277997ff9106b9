// Builds, packs and installs the npm packages.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildProgram } from '../../testbed/service/program.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Ran {
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. @throws Error with its output unless its exit code is 0 */
export async function execute(
  file: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  try {
    // Of the environment only what finds programs and npm's cache: nothing of this checkout.
    const { PATH = '', HOME = '' } = process.env
    return await promisify(execFile)(file, args, { cwd, env: { PATH, HOME, ...env } })
  } catch (error) {
    const { stdout, stderr } = error as Ran
    throw new Error(`${file} ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error })
  }
}

/** Builds everything that packages contain. */
export async function buildPackages(): Promise<void> {
  await buildProgram()
  await execute(process.execPath, ['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.declarations.json'], {
    cwd: ROOT,
  })
  await execute(process.execPath, ['scripts/package/stageClient.mjs'], { cwd: ROOT })
}

export interface Packed {
  readonly name: string
  readonly version: string
  /** Path of the tarball. */
  readonly path: string
  /** Paths inside the package, sorted. */
  readonly files: readonly string[]
}

/** Packs a folder of the project. Of its scripts only that of the lockfile runs: the others would build again. */
export async function pack(folder: string, into: string): Promise<Packed> {
  const args = ['pack', join(ROOT, folder), '--ignore-scripts', '--json', '--pack-destination', into]
  const shrinkwrap = (step: string) =>
    execute(process.execPath, ['scripts/package/shrinkwrap.mjs', step], { cwd: ROOT })
  await shrinkwrap('stage')
  const { stdout } = await execute('npm', args, { cwd: into }).finally(() => shrinkwrap('remove'))
  const [{ name, version, filename, files }] = JSON.parse(stdout)
  return { name, version, path: join(into, filename), files: files.map(({ path }: { path: string }) => path).sort() }
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>>
}

/** Paths of the packages that an installation needs, those for other platforms included. */
export function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
}

/**
 * Installs the tarball of the service into a project as npm does, but without network: the package is extracted, its
 * dependencies for production, and no others, are linked, and its program gets its link.
 */
export async function install({ path, name }: Packed, project: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const target = join(modules, name)
  mkdirSync(target, { recursive: true })
  await execute('tar', ['-xzf', path, '--strip-components=1', '-C', target], { cwd: project })
  for (const key of productionPackages()) {
    const dependency = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(key)?.[1]
    if (dependency === undefined) continue
    mkdirSync(dirname(join(modules, dependency)), { recursive: true })
    symlinkSync(join(ROOT, key), join(modules, dependency))
  }
  mkdirSync(join(modules, '.bin'))
  const { bin } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  for (const [command, file] of Object.entries(bin)) symlinkSync(join('..', name, file), join(modules, '.bin', command))
}
