/** Function words, in the form in which `wordsOf` returns them. */
const FILLERS = new Set(wordsOf('a an and are be by for in is it its number of on one that the this to with'))

/** Words of a name or a text, in lower case and without a plural s. */
function wordsOf(text: string): string[] {
  const words =
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.map((word) => word.replace(/s$/, ''))
}

/** Whether a description says no more than the names in the path of what it describes: `Webhook.id`, "ID of the webhook." */
export function repeatsName(path: string, description: string): boolean {
  const names = new Set(wordsOf(path))
  return wordsOf(description).every((word) => FILLERS.has(word) || names.has(word))
}
