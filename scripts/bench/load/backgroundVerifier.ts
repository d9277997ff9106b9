import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { nextMessage } from '../../../testbed/service/nextMessage.js'
import type { SteadyVerifierResult } from './steadyVerifier.js'

const SCRIPT = fileURLToPath(new URL('steadyVerifierProcess.ts', import.meta.url))

/**
 * Sends single verifications at a constant rate from a separate process, so that work of this process, such as the
 * upload of a large file, does not distort their latencies. `stop` throws an Error if a response was not 200.
 */
export async function startBackgroundVerifier(
  url: string,
  key: string,
  perSecond: number,
): Promise<{ stop(): Promise<SteadyVerifierResult> }> {
  const child = fork(SCRIPT, [url, key, String(perSecond)], { execArgv: ['--import', 'tsx'] })
  await nextMessage(child)
  return {
    async stop() {
      child.send('stop')
      return (await nextMessage(child)) as SteadyVerifierResult
    },
  }
}
