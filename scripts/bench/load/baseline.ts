import { type ClosedLoopResult, runClosedLoop } from './closedLoop.js'
import { cycle, echoRequests } from './requests.js'

const ECHO_CONNECTIONS = 32

/** For the settings of a report. */
export const ECHO_BASELINE = `requests/s of an Express 5 echo server, same core, same run, ${ECHO_CONNECTIONS} connections`

/** Loads the echo server with the addresses of a benchmark. */
export function loadEchoServer(url: string, emails: readonly string[], seconds: number): Promise<ClosedLoopResult> {
  return runClosedLoop({
    url,
    next: cycle(echoRequests(emails)),
    isGood: ({ status }) => status === 200,
    connections: ECHO_CONNECTIONS,
    seconds,
  })
}
