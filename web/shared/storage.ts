/** What a reader chose, kept in the browser if it allows that. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`mailproof ${name}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a choice for the next page; undefined forgets it. */
export function remember(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`mailproof ${name}`)
    else localStorage.setItem(`mailproof ${name}`, value)
  } catch {
    // It holds for this page then.
  }
}
