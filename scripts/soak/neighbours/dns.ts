import { nextMessage } from '../../support/nextMessage.js'
import { startIpcChild } from '../ipcChild.js'
import type { DnsAddress } from './dnsProcess.js'
import { LAST } from './priority.js'

export interface Dns extends DnsAddress {
  kill(): Promise<void>
}

/** Starts the DNS server of a run as a child process. */
export async function startDns(): Promise<Dns> {
  const { child, kill } = startIpcChild('neighbours/dnsProcess.ts', { commandPrefix: LAST })
  const listening = (await nextMessage(child, 'The DNS server')) as DnsAddress
  return { ...listening, kill }
}
