import { inTurn, type LoadResult, requestBytes, runLoad } from './load.js'

/**
 * The load of another service: GET with the address in the path, the way AfterShip's apiserver has it.
 * @param template a URL with `{email}` in it
 */
export function createPeerLoad(template: string, emails: readonly string[]) {
  const requests = emails.map((email) => {
    const { pathname, search } = new URL(template.replace('{email}', encodeURIComponent(email)))
    return requestBytes(`${pathname}${search}`)
  })
  return (connections: number, seconds: number): Promise<LoadResult> =>
    runLoad({
      url: new URL(template).origin,
      next: inTurn(requests),
      isGood: ({ status }) => status === 200,
      connections,
      seconds,
    })
}
