/** Run by `npm run build`: copies the page's files into the build, so that production needs none of their packages. */
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { COPIES, inPackage, PACKAGED } from './assets.js'

await mkdir(COPIES, { recursive: true })
for (const [name, file] of Object.entries(PACKAGED)) await copyFile(inPackage(file), join(COPIES, name))
