import { once } from 'node:events'
import { startIpcChild } from '../ipcChild.js'
import type { DnsAddress } from './dnsProcess.js'

export interface Dns extends DnsAddress {
  kill(): Promise<void>
}

/** Starts the DNS server of a run as a child process. */
export async function startDns(): Promise<Dns> {
  const { child, exited, kill } = startIpcChild('neighbours/dnsProcess.ts', { lowPriority: true })
  const died = exited.then(() => {
    throw new Error('the DNS server ended before it listened')
  })
  died.catch(() => {})
  const [listening] = (await Promise.race([once(child, 'message'), died])) as [DnsAddress]
  return {
    ...listening,
    kill,
  }
}
