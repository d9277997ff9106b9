/** Builds the pages that the service serves into `dist/public`: apps, documentation, and compressed copies of all files. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAppPages } from './appPages.js'
import { buildApps } from './apps.js'
import { compressAll } from './compress.js'
import { readDocs, writeDocs } from './docs.js'
import type { Site } from './layout.js'
import { writeLlms } from './llms.js'
import { OUTPUT } from './paths.js'
import { copyPicture } from './picture.js'
import { copyScalar } from './scalar.js'
import { searchEntries, writeSearchIndex } from './search.js'
import { buildWidget } from './widget.js'

const startedAt = new Date()
const assetsOf = await buildApps()
await buildWidget()
const scalar = copyScalar()
const { map, pages } = readDocs()
const site: Site = {
  theme: assetsOf('theme'),
  header: assetsOf('header'),
  picture: copyPicture(),
  searchIndex: writeSearchIndex(searchEntries(pages)),
}
writeAppPages(site, assetsOf, scalar)
writeDocs(site, assetsOf, map, pages)
writeLlms(map, pages)
await compressAll(OUTPUT)

// Sources that change during the build are newer than the stamp, so the next start builds again.
const stamp = join(OUTPUT, '.built')
writeFileSync(stamp, '')
utimesSync(stamp, startedAt, startedAt)
