import { constants, setPriority } from 'node:os'
import { WebSocket } from 'ws'
import {
  ActivityDocument,
  ActivityFeedDocument,
  PoolNowDocument,
} from '../../../web/dashboard/api/operations.generated.ts'
import { createService } from '../../../web/dashboard/api/service.ts'
import { createRefresher } from '../../../web/dashboard/pool/useRefreshOnActivity.ts'

/*
 * Open dashboards as visitors see them, without rendering: the requests, the subscription and the refreshes of the page's
 * own modules. Argument: URL of the service. Messages: { open: <number> } and 'close'; it answers the former with
 * 'opened' once every first response has arrived, the latter with what the dashboards have received.
 */
const [, , url] = process.argv
const PERIOD = { period: 'WEEKLY' }
/** How long a dashboard pauses between two refreshes. */
const REFRESH_MS = 30_000

const received = { items: 0, refreshes: 0, failures: 0 }
const nodeFetch = globalThis.fetch
// The load generator is on the same core, and must not become slower with them.
setPriority(constants.priority.PRIORITY_LOW)
Object.assign(globalThis, {
  WebSocket,
  location: new URL('/dashboard', url),
  document: { hidden: false, addEventListener() {}, removeEventListener() {} },
  fetch: (path, init) => nodeFetch(new URL(path, url), init),
})

/**
 * Does what `PoolPage` and `ActivityFeed` do. The first refresh comes at a random time, so that a short measurement sees as
 * many refreshes per second as dashboards cause that have been open for long.
 */
async function openDashboard() {
  const service = createService(undefined, fail)
  const request = (document, variables) => service.request(document, variables, { open: true })
  const refreshFrom = Date.now() + Math.random() * REFRESH_MS
  const refresher = createRefresher(() => {
    received.refreshes++
    request(PoolNowDocument, PERIOD).catch(fail)
  })
  service.onChange(() => service.state.gone && fail())
  service.subscribe(
    ActivityFeedDocument,
    {},
    {
      onEvent() {
        received.items++
        if (Date.now() >= refreshFrom) refresher.notice()
      },
      onError: fail,
    },
  )
  await Promise.all([request(PoolNowDocument, PERIOD), request(ActivityDocument, {})])
  return () => {
    refresher.stop()
    service.close()
  }
}

const fail = () => received.failures++

let closings = []
process.on('message', async (message) => {
  if (message === 'close') {
    for (const close of closings.splice(0)) close()
    process.send({ ...received })
    for (const name of Object.keys(received)) received[name] = 0
  } else {
    closings = await Promise.all(Array.from({ length: message.open }, openDashboard))
    process.send('opened')
  }
})
process.once('disconnect', () => process.exit())
