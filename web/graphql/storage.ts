/** Entries of GraphiQL's storage that hold JSON with the headers of requests, such as API keys. */
const WITH_HEADERS = ['graphiql:queries', 'graphiql:favorites', 'graphiql:tabState']
const HEADERS = 'graphiql:headers'

const withoutHeaders = (json: string): string =>
  JSON.stringify(JSON.parse(json), (name, value) => (name === 'headers' ? null : value))

/** Local storage that never keeps headers. GraphiQL's history stores them whatever `shouldPersistHeaders` says. */
export const storage = {
  getItem: (name: string): string | null => localStorage.getItem(name),
  setItem(name: string, value: string): void {
    if (name === HEADERS) return
    localStorage.setItem(name, WITH_HEADERS.includes(name) ? withoutHeaders(value) : value)
  },
  removeItem: (name: string): void => localStorage.removeItem(name),
  clear(): void {
    for (const name of Object.keys(localStorage)) if (name.startsWith('graphiql:')) localStorage.removeItem(name)
  },
  get length(): number {
    return Object.keys(localStorage).filter((name) => name.startsWith('graphiql:')).length
  },
}

/** Removes headers that earlier releases stored. */
export function forgetStoredHeaders(): void {
  localStorage.removeItem(HEADERS)
  for (const name of WITH_HEADERS) {
    const stored = localStorage.getItem(name)
    if (stored === null) continue
    try {
      storage.setItem(name, stored)
    } catch {
      localStorage.removeItem(name)
    }
  }
}
