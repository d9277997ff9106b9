import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../', import.meta.url)
const inRoot = (path: string): string => fileURLToPath(new URL(path, ROOT))

export const WEB = inRoot('web')
export const DOCS = inRoot('docs')
export const SCALAR = inRoot('web/vendor/scalar')
export const OPENAPI = inRoot('schema/openapi.yaml')
/** The served files. */
export const OUTPUT = inRoot('dist/public')
