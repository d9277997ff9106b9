import { openPoolFlow, accountNamed } from '/work/main/test/support/poolFlow.ts'
import { sharesChunk } from '/work/main/test/support/sharingEvents.ts'
import { addressNamed, sharedResult } from '/work/main/test/support/poolEvents.ts'
const flow = await openPoolFlow()
for (const [label, domains] of [['few domains', 50], ['distinct', 1e9]] as const) {
  const events = []
  for (let c = 0; c < 20; c++) {
    const rows = Array.from({length: 1000}, (_, n) => sharedResult({ address: addressNamed(`${label}${c*1000+n}`), domain: `d${(c*1000+n)%domains}.${label.replace(' ','')}.example` }))
    events.push(await flow.append(`batch-${accountNamed('x')}`, sharesChunk(rows, {account: accountNamed(label)})))
  }
  const t = performance.now(); const cpu = process.cpuUsage()
  await flow.pool.reactor.react(events as never)
  const ms = performance.now() - t; const u = process.cpuUsage(cpu)
  console.log(label, Math.round(20000/ms*1000), 'contributions/s', 'cpu us each', Math.round((u.user+u.system)/20000))
  const t2 = performance.now()
  await flow.follow(); console.log('folded after', Math.round(performance.now()-t2),'ms')
  const t3 = performance.now()
  await flow.pool.reactor.react(events as never)
  console.log('again', Math.round(20000/(performance.now()-t3)*1000),'/s')
}
const t4 = performance.now()
for (let n=0;n<20000;n++) await flow.pool.lookUp('public', addressNamed(`few domains${n%1000}`), flow.clock.time)
console.log('lookUp us', (performance.now()-t4)/20)
const t5 = performance.now()
for (let n=0;n<100;n++) await Promise.all([flow.pool.getPoolStats(), flow.pool.getPoolLeaderboard('weekly',100), flow.pool.getPoolActivity(50)])
console.log('dashboard ms', (performance.now()-t5)/100)
await flow.close()
