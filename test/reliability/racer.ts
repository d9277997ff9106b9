/**
 * A process that competes with others for the revisions of the same streams in a KurrentDB, and prints what it won:
 * `racer.ts <url> <races>`
 */
import { openKurrentdbEventStore } from '../../src/adapters/eventstore/kurrentdb/open.js'
import { silentLog } from '../../src/kernel/log.js'
import { chase } from '../../testbed/stores/races.js'

const [url, races] = process.argv.slice(2) as [string, string]
const store = await openKurrentdbEventStore({ url, log: silentLog })
process.stdout.write('ready\n')
process.stdin.once('data', async () => {
  process.stdout.write(`${JSON.stringify(await chase(store, Number(races)))}\n`)
  await store.close()
  process.exit()
})
