import { startSteadyVerifier } from './steadyVerifier.js'

/*
 * A steady verifier in its own process, with an IPC channel: sends 'started', runs until the first message, and then
 * sends its result. Arguments: URL, API key, requests per second.
 */
const [url, key, perSecond] = process.argv.slice(2) as [string, string, string]
const verifier = await startSteadyVerifier(url, key, Number(perSecond))
process.once('message', async () => {
  process.send!(await verifier.stop())
  process.disconnect()
})
process.send!('started')
