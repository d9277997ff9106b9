import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OUTPUT, WEB } from './paths.js'

/** Copies the picture that chats and social networks show with a link; `scripts/screenshots.ts` makes it. @returns its URL */
export function copyPicture(): string {
  const bytes = readFileSync(join(WEB, 'shared/picture.png'))
  const name = `assets/picture-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.png`
  writeFileSync(join(OUTPUT, name), bytes)
  return `/${name}`
}
