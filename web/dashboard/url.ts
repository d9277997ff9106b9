import { useEffect, useState } from 'preact/hooks'

const CHANGED = 'urlchange'

const read = (name: string): string | undefined => new URLSearchParams(location.search).get(name) ?? undefined

/** Sets parameters of the page's URL; undefined removes one. @param push whether the back button undoes it */
export function setUrl(parameters: Readonly<Record<string, string | undefined>>, { push = false } = {}): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  if (push) history.pushState(null, '', url)
  else history.replaceState(null, '', url)
  dispatchEvent(new Event(CHANGED))
}

/** The value of a parameter of the page's URL. */
export function useUrl(name: string): string | undefined {
  const [value, setValue] = useState(() => read(name))
  useEffect(() => {
    const update = () => setValue(read(name))
    addEventListener(CHANGED, update)
    addEventListener('popstate', update)
    // It may have changed since it was read.
    update()
    return () => {
      removeEventListener(CHANGED, update)
      removeEventListener('popstate', update)
    }
  }, [name])
  return value
}
