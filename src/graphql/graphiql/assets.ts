import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of a package that the page loads. */
interface PackagedFile {
  readonly package: string
  readonly path: string
}

/** The page's files from packages, by name. The packages are needed only until `npm run build` has copied the files. */
export const PACKAGED: { readonly [name: string]: PackagedFile } = {
  'react.js': { package: 'react', path: 'umd/react.production.min.js' },
  'react-dom.js': { package: 'react-dom', path: 'umd/react-dom.production.min.js' },
  'graphiql.js': { package: 'graphiql', path: 'graphiql.min.js' },
  'graphiql.css': { package: 'graphiql', path: 'graphiql.min.css' },
}

/** Directory of the copies, beside this module. */
export const COPIES = fileURLToPath(new URL('assets/', import.meta.url))

export const inPackage = (file: PackagedFile): string => {
  const { resolve } = createRequire(import.meta.url)
  return join(dirname(resolve(`${file.package}/package.json`)), file.path)
}

/** Reads a packaged file: its copy or, in a checkout that runs from source, the package's own. */
export const readPackaged = (name: string): Promise<string> =>
  readFile(join(COPIES, name), 'utf8').catch(() => readFile(inPackage(PACKAGED[name]!), 'utf8'))
