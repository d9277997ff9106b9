import { tempDirectory } from '../../../testbed/tempDirectory.js'
import { startScript } from './childProcess.js'
import { isNsdInstalled, startNsd } from './nsd.js'

/** An authoritative DNS server in its own process. */
export interface DnsServerProcess {
  /** For the table. */
  readonly name: string
  readonly port: number
  stop(): Promise<void>
}

const NSD_NAMES = 600_000

/** A server that responds immediately: NSD if it is installed, otherwise our own responder. */
export async function startImmediateDns(): Promise<DnsServerProcess> {
  if (!isNsdInstalled) return { name: 'own responder, no delay', ...(await startDnsResponder(0)) }
  const directory = tempDirectory()
  const nsd = await startNsd(directory.path, NSD_NAMES)
  return {
    name: 'NSD, no delay',
    port: nsd.port,
    async stop() {
      await nsd.stop()
      directory.remove()
    },
  }
}

/** A server that delays each response. */
export const startDelayedDns = async (delayMs: number): Promise<DnsServerProcess> => ({
  name: `own responder, ${delayMs} ms`,
  ...(await startDnsResponder(delayMs)),
})

export async function startDnsResponder(delayMs: number): Promise<Pick<DnsServerProcess, 'port' | 'stop'>> {
  const child = await startScript('dnsResponderProcess.ts', [String(delayMs)], false)
  return { port: Number(child.line), stop: child.stop }
}
