// Downloads the packages of the published lists from the npm registry, and checks their integrity.
import { createHash } from 'node:crypto'
import type { Downloader } from '../../../../kernel/ports/outbound.js'
import type { ListSource } from '../../engine/lists/file.js'
import { PACKAGE_SOURCES } from '../sources.js'
import { ListsRefused } from './refused.js'
import { ListsUnreachable } from './unreachable.js'

/** The npm registry, and the URLs of tarballs that mirrors leave as they are. */
export const NPM_REGISTRY = 'https://registry.npmjs.org'

const MANIFEST = { timeoutMs: 30_000, maxBytes: 1_000_000 }
const TARBALL = { timeoutMs: 120_000, maxBytes: 32_000_000 }

interface Release {
  readonly name: string
  readonly version: string
  readonly tarball: string
  readonly integrity: string
}

interface FetchOptions {
  readonly get: Downloader['get']
  /** URL of the registry. */
  readonly registry: string
  /** The sources of the lists in use. */
  readonly used: readonly ListSource[]
  readonly signal?: AbortSignal | undefined
}

/**
 * Downloads the newest packages of all sources, whose integrity is checked against what the registry says of them.
 * @returns the tarballs; undefined if the lists in use are of these versions
 * @throws ListsUnreachable, ListsRefused
 */
export async function fetchPackages(options: FetchOptions): Promise<readonly Buffer[] | undefined> {
  const names = [...new Set(PACKAGE_SOURCES.map((source) => source.package))]
  const releases: Release[] = []
  for (const name of names) releases.push(await newest(name, options))
  const isUsed = ({ name, version }: Release) =>
    options.used.some((source) => source.name === name && source.version === version)
  if (releases.every(isUsed)) return undefined
  const tarballs: Buffer[] = []
  for (const release of releases) tarballs.push(await tarballOf(release, options))
  return tarballs
}

async function newest(name: string, options: FetchOptions): Promise<Release> {
  const url = `${options.registry}/${name}/latest`
  const { version, tarball, integrity } = parseManifest(url, await download(url, MANIFEST, options))
  return { name, version, tarball: locationOf(tarball, options.registry), integrity }
}

/** The members of a version object, "npm registry: package metadata", github.com/npm/registry. */
function parseManifest(url: string, content: Buffer): Omit<Release, 'name'> {
  try {
    const { version, dist } = JSON.parse(content.toString('utf8'))
    const { tarball, integrity } = dist
    if ([version, tarball, integrity].every((member) => typeof member === 'string'))
      return { version, tarball, integrity }
  } catch {}
  throw new ListsRefused(`${url} does not describe a package with dist.tarball and dist.integrity.`)
}

/** @throws ListsRefused if the tarball is at another host: a registry does not choose whom the service calls */
function locationOf(tarball: string, registry: string): string {
  if (tarball.startsWith(`${NPM_REGISTRY}/`)) return registry + tarball.slice(NPM_REGISTRY.length)
  if (URL.canParse(tarball) && new URL(tarball).origin === new URL(registry).origin) return tarball
  throw new ListsRefused(`${registry} names a tarball at another host: ${tarball.slice(0, 200)}.`)
}

async function tarballOf(release: Release, options: FetchOptions): Promise<Buffer> {
  const content = await download(release.tarball, TARBALL, options)
  if (!hasIntegrity(content, release.integrity))
    throw new ListsRefused(`${release.tarball} has not the integrity that the registry states for ${release.version}.`)
  return content
}

/** Strongest first. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256']

/** Subresource Integrity, section 3.3.4: of several hashes, one of the strongest algorithm has to match. */
function hasIntegrity(content: Buffer, integrity: string): boolean {
  const hashes = integrity.split(/\s+/).map((each) => each.replace(/\?.*/, ''))
  const strongest = ALGORITHMS.find((algorithm) => hashes.some((hash) => hash.startsWith(`${algorithm}-`)))
  if (strongest === undefined) return false
  return hashes.includes(`${strongest}-${createHash(strongest).update(content).digest('base64')}`)
}

export async function download(
  url: string,
  limits: { readonly timeoutMs: number; readonly maxBytes: number },
  { get, signal }: Pick<FetchOptions, 'get' | 'signal'>,
): Promise<Buffer> {
  const answer = await get(url, { ...limits, ...(signal && { signal }) })
  if (answer.outcome === 'unanswered') throw new ListsUnreachable(`${url}: ${answer.reason}`)
  if (answer.status !== 200) throw new ListsUnreachable(`${url}: The server responded with ${answer.status}.`)
  return answer.content
}
