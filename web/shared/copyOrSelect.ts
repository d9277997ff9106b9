/** Copies a text, or selects the element that shows it where the browser does not let a page copy. */
export async function copyOrSelect(text: string, shown: Element): Promise<'copied' | 'selected'> {
  try {
    // Undefined over plain HTTP; rejects without permission.
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    getSelection()?.selectAllChildren(shown)
    return 'selected'
  }
}
