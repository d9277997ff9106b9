/** File systems have no longer names. */
const MAX_LENGTH = 255

/** A file's name without folders and without characters that a terminal or a page might interpret; undefined if nothing remains. */
export function fileNameOf(sent: string | undefined): string | undefined {
  const name = sent
    ?.replace(/^.*[/\\]/s, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return name ? Array.from(name).slice(0, MAX_LENGTH).join('') : undefined
}
