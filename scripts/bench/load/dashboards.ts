import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nextMessage } from '../../../testbed/service/nextMessage.js'
import { stopChild } from '../environment/childProcess.js'

const SCRIPT = fileURLToPath(new URL('dashboardsProcess.mjs', import.meta.url))

/** What open dashboards have received. */
export interface DashboardsReceived {
  /** Items of the activity feed, over all dashboards. */
  readonly items: number
  /** Queries that followed an item, over all dashboards. */
  readonly refreshes: number
}

export interface Dashboards {
  /** Resolves once each has its first responses. */
  open(count: number): Promise<void>
  /** @throws Error if a request or a connection has failed */
  close(): Promise<DashboardsReceived>
  stop(): Promise<void>
}

/** Starts a process that opens dashboards: the modules of `web/dashboard` without a browser. */
export async function startDashboards(url: string): Promise<Dashboards> {
  const child = fork(SCRIPT, [url], { execArgv: ['--import', 'tsx'] })
  const killChild = () => child.kill()
  process.once('exit', killChild)
  child.once('exit', () => process.off('exit', killChild))

  async function call(message: object | string): Promise<unknown> {
    child.send(message)
    return nextMessage(child)
  }

  return {
    async open(count) {
      await call({ open: count })
    },
    async close() {
      const { failures, ...received } = (await call('close')) as DashboardsReceived & { readonly failures: number }
      if (failures > 0) throw new Error(`${failures} requests or connections of the dashboards failed.`)
      return received
    },
    stop: () => stopChild(child),
  }
}
