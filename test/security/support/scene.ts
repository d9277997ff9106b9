import { mailZone } from '../../../testbed/dns/zone.js'
import { startTarget, type Target } from '../../../testbed/receivers/target.js'
import type { InProcessService } from '../../../testbed/service/inProcess.js'
import { start } from '../../../testbed/service/start.js'

/** Names without an answer keep batches running during the whole matrix. */
const PATIENT_MS = '60000'

/** A service, and a webhook receiver. Nothing leaves the machine: the contract's examples resolve to loopback. */
export interface Scene {
  readonly api: InProcessService
  readonly target: Target
  stop(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const target = await startTarget()
  const api = await start({
    zone: { ...mailZone(), 'example.com': { A: ['127.0.0.1'] } },
    env: {
      WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
      DNS_TIMEOUT_MS: PATIENT_MS,
      VERIFY_DEADLINE_MS: '120000',
      ACCOUNT_CREATIONS_PER_HOUR: '100000',
      WRITES_PER_MINUTE: '100000',
      WRITES_PER_DAY: '100000',
    },
  })
  return {
    api,
    target,
    async stop() {
      await api.stop()
      await target.close()
    },
  }
}
