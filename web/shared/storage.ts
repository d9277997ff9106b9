/** A storage of the browser; undefined where it allows none. */
export function allowed(open: () => Storage): Storage | undefined {
  try {
    return open() ?? undefined
  } catch {
    return undefined
  }
}

/** What a reader chose, kept in the browser if it allows that. */
export const recall = (name: string, open = () => localStorage): string | undefined =>
  allowed(open)?.getItem(`mailproof ${name}`) ?? undefined

/** Keeps a choice for the next page; undefined forgets it. */
export function remember(name: string, value: string | undefined, open = () => localStorage): void {
  const storage = allowed(open)
  try {
    if (value === undefined) storage?.removeItem(`mailproof ${name}`)
    else storage?.setItem(`mailproof ${name}`, value)
  } catch {
    // It is full: the choice holds for this page then.
  }
}
