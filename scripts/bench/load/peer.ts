import { type ClosedLoopResult, runClosedLoop } from './closedLoop.js'
import { cycle, requestBytes } from './requests.js'

/**
 * The load of another service that takes the address in the path of a GET request, as AfterShip's apiserver does.
 * @param template a URL that contains `{email}`
 */
export function createPeerLoad(template: string, emails: readonly string[]) {
  const requests = emails.map((email) => {
    const { pathname, search } = new URL(template.replace('{email}', encodeURIComponent(email)))
    return requestBytes(`${pathname}${search}`)
  })
  return (connections: number, seconds: number): Promise<ClosedLoopResult> =>
    runClosedLoop({
      url: new URL(template).origin,
      next: cycle(requests),
      isGood: ({ status }) => status === 200,
      connections,
      seconds,
    })
}
