// A registry of npm packages on loopback, which also serves list files, and can misbehave.
import { startHttpServer } from '../receivers/httpServer.js'
import { integrityOf, type Offered } from './npmPackages.js'

export interface TestRegistry {
  readonly url: string
  /** Paths that were requested, in order. */
  readonly requested: string[]
  offer(packages: readonly Offered[], dist?: { readonly [member: string]: unknown }): void
  /** Serves a file at a path. */
  put(path: string, content: Buffer): void
  close(): Promise<void>
}

/** Starts a registry without packages. Everything it does not have is 404. */
export async function startRegistry(): Promise<TestRegistry> {
  const files = new Map<string, Buffer>()
  const requested: string[] = []
  const { url, close } = await startHttpServer((request, response) => {
    requested.push(request.url!)
    const content = files.get(request.url!)
    response.writeHead(content ? 200 : 404).end(content)
  })
  return {
    url,
    requested,
    offer(packages, dist = {}) {
      for (const { name, version, tarball } of packages) {
        const path = `/${name}/-/${name}-${version}.tgz`
        const described = { tarball: `https://registry.npmjs.org${path}`, integrity: integrityOf(tarball), ...dist }
        files.set(path, tarball)
        files.set(`/${name}/latest`, Buffer.from(JSON.stringify({ name, version, dist: described })))
      }
    },
    put: (path, content) => void files.set(path, content),
    close,
  }
}
