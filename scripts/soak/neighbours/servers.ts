import { nextMessage } from '../../../testbed/service/nextMessage.js'
import { startIpcChild } from '../ipcChild.js'
import type { ServerAddresses } from './serversProcess.js'

export interface Servers extends ServerAddresses {
  kill(): Promise<void>
}

/** Starts the DNS and mail servers of a run in a child process. */
export async function startServers(commandPrefix: readonly string[]): Promise<Servers> {
  const { child, kill } = startIpcChild('neighbours/serversProcess.ts', { commandPrefix })
  const listening = (await nextMessage(child, 'The process with the DNS and mail servers')) as ServerAddresses
  return { ...listening, kill }
}
