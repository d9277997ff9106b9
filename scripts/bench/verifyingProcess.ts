import { verifySteadily } from './steadily.js'

/* Verifies steadily until it is told to end, and then tells how that went. Arguments: URL, key, requests a second. */
const [url, key, perSecond] = process.argv.slice(2) as [string, string, string]
const verifying = verifySteadily(url, key, Number(perSecond))
process.once('message', async () => {
  process.send!(await verifying.end())
  process.disconnect()
})
process.send!('begun')
