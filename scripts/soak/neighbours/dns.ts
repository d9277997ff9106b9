import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../../test/support/compiled.js'
import type { DnsAddress } from './dnsProcess.js'

export interface Dns extends DnsAddress {
  kill(): Promise<void>
}

/** Starts the DNS server of a run as a child process. */
export async function startDns(): Promise<Dns> {
  const child = spawn(process.execPath, ['--no-warnings', compiled('scripts/soak/neighbours/dnsProcess.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const killChild = () => child.kill('SIGKILL')
  process.once('exit', killChild)
  const ended = once(child, 'exit').finally(() => process.off('exit', killChild))
  const died = ended.then(() => {
    throw new Error('the DNS server ended before it listened')
  })
  died.catch(() => {})
  const [listening] = (await Promise.race([once(child, 'message'), died])) as [DnsAddress]
  return {
    ...listening,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
