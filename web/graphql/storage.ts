import { allowed } from '../shared/storage.js'

/** Entries of GraphiQL's storage that hold JSON with the headers of requests, such as API keys. */
const WITH_HEADERS = ['graphiql:queries', 'graphiql:favorites', 'graphiql:tabState']
const HEADERS = 'graphiql:headers'

const withoutHeaders = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value) => (name === 'headers' ? null : value))

const local = () => allowed(() => localStorage)
const names = () => Object.keys(local() ?? {}).filter((name) => name.startsWith('graphiql:'))

/** Local storage, if the browser allows that, which never keeps headers. GraphiQL's history stores them whatever `shouldPersistHeaders` says. */
export const storage = {
  getItem: (name: string): string | null => local()?.getItem(name) ?? null,
  setItem(name: string, value: string): void {
    if (name === HEADERS) return
    local()?.setItem(name, WITH_HEADERS.includes(name) ? withoutHeaders(value) : value)
  },
  removeItem: (name: string): void => local()?.removeItem(name),
  clear(): void {
    for (const name of names()) storage.removeItem(name)
  },
  get length(): number {
    return names().length
  },
}

/** Removes headers that earlier releases stored. */
export function forgetStoredHeaders(): void {
  storage.removeItem(HEADERS)
  for (const name of WITH_HEADERS) {
    const stored = storage.getItem(name)
    if (stored === null) continue
    try {
      storage.setItem(name, stored)
    } catch {
      storage.removeItem(name)
    }
  }
}
