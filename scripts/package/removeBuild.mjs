/** Removes the build before a package is made, which builds again: modules that no longer exist must not be published. */
import { rmSync } from 'node:fs'

rmSync(new URL('../../dist', import.meta.url), { recursive: true, force: true })
