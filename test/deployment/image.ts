// Builds the file tree of the image without Docker.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../testbed/files.js'
import { buildProgram } from '../../testbed/service/program.js'
import { type Copy, copiesOf, readDockerfile, textsOf } from './dockerfile.js'

const run = promisify(execFile)

/** The Node that stands for the image's: of the version that IMAGE_NODE names the path of (`.ci/run`), or that of the tests. */
export const IMAGE_NODE = process.env.IMAGE_NODE ?? process.execPath

export interface ImageTree {
  /** The directory that stands for the image's root. */
  readonly root: string
  remove(): Promise<void>
}

interface Lock {
  readonly packages: { readonly [path: string]: { readonly dev?: boolean; readonly devOptional?: boolean } }
}

/**
 * The file tree of the image, as hard links: the COPY instructions of the last stage of the Dockerfile are carried out.
 * Of its first stage only the deletion of files is repeated: `dist` and the production packages are those of this checkout.
 */
export async function createImageTree(): Promise<ImageTree> {
  await buildProgram()
  const last = readDockerfile('Dockerfile').at(-1)!
  // Hard links need the same file system.
  const root = await mkdtemp(join(ROOT, 'node_modules', '.mailproof-image-'))
  await mkdir(join(root, 'app'))
  for (const copy of copiesOf(last)) await carryOut(copy, root)
  const [, first] = readDockerfile('Dockerfile')
  for (const command of textsOf(first!, 'RUN').filter((text) => text.startsWith('find node_modules ')))
    await run('sh', ['-c', command], { cwd: join(root, 'app') })
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

async function carryOut({ from, sources, target }: Copy, root: string): Promise<void> {
  const absolute = join(root, target.startsWith('/') ? target : join('app', target))
  for (const source of sources) {
    if (source === '/empty') await mkdir(absolute)
    else if (source === '/app/node_modules') await linkPackages(absolute)
    else {
      const path = join(ROOT, from === undefined ? source : source.replace(/^\/app\//, ''))
      await run('cp', ['-al', path, absolute])
    }
  }
}

/** What `npm prune --omit=dev` leaves. */
async function linkPackages(target: string): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  const entries = Object.entries(packages).filter(([path]) => path !== '' && existsSync(join(ROOT, path)))
  const isForDevelopment = ([, { dev, devOptional }]: (typeof entries)[number]) => dev || devOptional
  const kept = entries.filter((entry) => !isForDevelopment(entry)).map(([path]) => path)
  // A nested package comes with the one that contains it.
  const outermost = kept.filter((path) => !kept.some((other) => path.startsWith(`${other}/`)))
  await mkdir(target)
  await run('cp', ['-al', '--parents', ...outermost, join(target, '..')], { cwd: ROOT })
  for (const [path] of entries.filter(isForDevelopment))
    await rm(join(target, '..', path), { recursive: true, force: true })
}
