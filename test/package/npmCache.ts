import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../testbed/files.js'
import { describeUnless } from '../support/describeUnless.js'

interface LockedPackage {
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

/** Tests that install the dependencies for production without network; skipped where npm's cache lacks one. */
export function describeWithNpmCache(name: string, tests: () => void): void {
  const missing = missingFromCache()
  describeUnless(missing && `npm's cache does not contain ${missing}; npm ci fills it`, name, tests)
}

/** Path of a dependency for production that npm's cache does not contain. */
function missingFromCache(): string | undefined {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const needed = Object.entries(packages).filter(([, each]) => !each.dev && !each.devOptional && isForThisMachine(each))
  return needed.find(([, { integrity }]) => integrity !== undefined && !existsSync(contentPath(integrity)))?.[0]
}

const isForThisMachine = ({ os, cpu, libc }: LockedPackage): boolean =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true) && (libc?.includes('glibc') ?? true)

/** Where cacache keeps the content with a hash. */
function contentPath(integrity: string): string {
  const [algorithm, base64] = integrity.split(/-(.*)/s) as [string, string]
  const hash = Buffer.from(base64, 'base64').toString('hex')
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm')
  return join(cache, '_cacache/content-v2', algorithm, hash.slice(0, 2), hash.slice(2, 4), hash.slice(4))
}
