import { monitorEventLoopDelay } from 'node:perf_hooks'
import { randomBytes } from 'node:crypto'
import { rmSync, mkdtempSync, statSync, readdirSync } from 'node:fs'
const R = '/work/main/src/'
const { createDiskBlobStore } = await import(R + 'adapters/blobs/disk.ts')
const { createLmdbVault } = await import(R + 'adapters/vault/vault.ts')
const { parseUpload } = await import(R + 'features/batches/input/parseUpload.ts')
const { readRecords } = await import(R + 'features/batches/input/readRecords.ts')
const { readRows } = await import(R + 'features/batches/input/readRows.ts')
const dir = mkdtempSync('/tmp/csvb/d-')
const kind = process.argv[2] ?? 'wide'
const vault = createLmdbVault({ path: dir + '/v.mdb', rootKey: randomBytes(32) })
const blobs = createDiskBlobStore({ path: dir + '/blobs', vault, clock: { now: Date.now } })
async function* file() {
  const cr = '\r\n'
  if (kind === 'blank') { yield Buffer.from('email\na@b.c\n'); for (let i = 0; i < 3000; i++) yield Buffer.alloc(32768, 10); return }
  yield Buffer.from('email,name,city,joined' + cr)
  for (let i = 0; i < 1_000_000; i += 1000) {
    let s = ''
    for (let k = i; k < i + 1000; k++) {
      if (kind === 'narrow') s += `u${k}@e.de\n`
      else if (kind === 'ragged') s += `user${k}@example${k % 1000}.com,"Name ${k}",Berlin${k % 2 ? ',x,y' : ''}${cr}`
      else if (kind === 'quoted') s += `"user${k}@example${k % 1000}.com","Name ""${k}""","Berlin, DE\nx",2024${cr}`
      else if (kind === 'latin') s += `user${k}@example${k % 1000}.com,"N\xe4me ${k}",Berlin,2024-01-0${k % 9}${cr}`
      else s += `user${k % 900_000}@example${k % 1000}.com,"Name ${k}",Berlin,2024-01-0${k % 9}${cr}`
    }
    yield Buffer.from(s, 'latin1')
  }
}
console.log(kind, ((await blobs.write('f', 'ada', file())) / 1e6).toFixed(0), 'MB')
global.gc?.(); global.gc?.()
await new Promise((r) => setTimeout(r, 200))
const anon = () => { const s = require('fs').readFileSync('/proc/self/smaps_rollup', 'utf8'); return Number(/Anonymous:\s+(\d+)/.exec(s)![1]) / 1024 }
import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)
const idle = anon(); let peak = 0
const timer = setInterval(() => { peak = Math.max(peak, anon()) }, 50)
async function measure(what, work) {
  peak = 0
  const h = monitorEventLoopDelay({ resolution: 1 }); h.enable()
  const t = performance.now(); const c = process.cpuUsage()
  const out = await work().catch((e) => e.message)
  const cpu = process.cpuUsage(c)
  h.disable()
  console.log(what, `${((performance.now() - t) / 1000).toFixed(2)} s, cpu ${((cpu.user + cpu.system) / 1e6).toFixed(2)}, +${(peak - idle).toFixed(0)} MB, loop p99 ${(h.percentile(99) / 1e6).toFixed(1)} max ${(h.max / 1e6).toFixed(1)} ms`, out)
}
await measure('parse', async () => { const r = await parseUpload(blobs, { file: 'f', owner: 'ada', rows: 'r', chunk: 1000 }); globalThis.r = r; return [r.total, r.distinct, r.offsets.length, JSON.stringify(r.dialect)] })
if (globalThis.r) {
await measure('readRecords', async () => { let n = 0; for await (const x of readRecords(blobs, 'f', globalThis.r.dialect)) n += x.length; return n })
await measure('readRows', async () => { let n = 0; for await (const x of readRows(blobs, 'r', { chunk: 1000, offset: 0 })) n += x.length; return n })
}
clearInterval(timer)
await vault.close(); rmSync(dir, { recursive: true })
