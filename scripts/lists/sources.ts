import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  PACKAGE_SOURCES,
  type PackagedList,
  readPackageSource,
  readVendoredLists,
} from '../../src/features/verification/lists/sources.js'

const require = createRequire(import.meta.url)

/** Reads every list, from node_modules or the repository. @throws Error if one is missing */
export function readPackagedLists(): PackagedList[] {
  const domains = PACKAGE_SOURCES.map((source) => {
    const { manifest, read } = installed(source.package)
    return readPackageSource(source, manifest, readFileSync(read(source.file), 'utf8'))
  })
  const { manifest, read } = installed('role-based-email-addresses')
  const entries = require(read('src/index.js')) as string[]
  const roles = { code: '', name: 'role-based-email-addresses', ...manifest, entries }
  return [...domains, roles, ...readVendoredLists()]
}

function installed(name: string) {
  const path = require.resolve(`${name}/package.json`)
  const { version, license } = JSON.parse(readFileSync(path, 'utf8')) as { version: string; license: string }
  return { manifest: { version, licence: license }, read: (file: string) => join(dirname(path), file) }
}
