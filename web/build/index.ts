/** Builds the pages that the service serves into `dist/public`: apps, documentation, and compressed copies of all files. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAppPages } from './appPages.js'
import { buildApps } from './apps.js'
import { compressAll } from './compress.js'
import { writeDocs } from './docs.js'
import { OUTPUT } from './paths.js'
import { copyScalar } from './scalar.js'

const startedAt = new Date()
const assetsOf = await buildApps()
const scalar = copyScalar()
writeAppPages(assetsOf, scalar)
writeDocs(assetsOf)
await compressAll(OUTPUT)

// Sources that change during the build are newer than the stamp, so the next start builds again.
const stamp = join(OUTPUT, '.built')
writeFileSync(stamp, '')
utimesSync(stamp, startedAt, startedAt)
