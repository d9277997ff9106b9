import { nextMessage } from '../../../testbed/service/nextMessage.js'
import { startIpcChild } from '../ipcChild.js'
import type { DnsAddress } from './dnsProcess.js'

export interface Dns extends DnsAddress {
  kill(): Promise<void>
}

/** Starts the DNS server of a run as a child process. */
export async function startDns(commandPrefix: readonly string[]): Promise<Dns> {
  const { child, kill } = startIpcChild('neighbours/dnsProcess.ts', { commandPrefix })
  const listening = (await nextMessage(child, 'The DNS server')) as DnsAddress
  return { ...listening, kill }
}
