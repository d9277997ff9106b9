import { MongoClient } from 'mongodb'
const root = process.argv[2]
const { createMongoLimiter } = await import(root + '/src/adapters/limiter/mongodb.ts')
const { createMongoLedger } = await import(root + '/src/adapters/ledger/mongodb.ts')
const { createClient } = await import(root + '/src/adapters/mongodb/client.ts')
const url = process.argv[3] + '/bench' + process.pid
const { client } = createClient(url)
await client.connect()
const db = client.db('bench' + process.pid)
const limiter = await createMongoLimiter({ db, clock: { now: Date.now } })
const ledger = await createMongoLedger({ db, collection: 'quotas' })
let ops = 0
client.on('connectionCheckedOut', () => ops++)
for (const [conns, accounts] of [[32, 1], [128, 1], [32, 16], [128, 16]] as const) for (const s of [1, 2]) {
  let count = 0; ops = 0
  const end = Date.now() + 1500; const cpu = process.cpuUsage(); const t = performance.now()
  await Promise.all(Array.from({ length: conns }, async (_, n) => { const a = 'a' + (n % accounts)
    while (Date.now() < end) {
      const hit = limiter.hit(a, 1e9, 60000)
      if (root.includes('base')) { await hit; await ledger.take(a, '2026-11', 1, 1e9, async () => 0) }
      else await Promise.all([hit, ledger.take(a, '2026-11', 1, 1e9, async () => 0)])
      count++ } }))
  const c = process.cpuUsage(cpu)
  if (s === 2) console.log(conns, accounts, Math.round(count / (performance.now() - t) * 1000) + '/s', Math.round((c.user + c.system) / count) + ' us CPU each', (ops / count).toFixed(3) + ' ops each', Math.round((c.user + c.system) / ops) + ' us per op')
}
await client.db('bench' + process.pid).dropDatabase(); await client.close(); process.exit()
