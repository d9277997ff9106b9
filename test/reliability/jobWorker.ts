/**
 * A process that runs jobs until it is killed, and prints the starts and ends of runs:
 * `jobWorker.ts <file> exclusive|shared <concurrency> <milliseconds a run takes>`
 */
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createJobRunner } from '../../src/adapters/agenda/jobs.js'
import { createLmdbAgendaBackend } from '../../src/adapters/agenda/lmdb/backend.js'
import { silentLog } from '../../src/kernel/log.js'

const [path, access, concurrency, takesMs] = process.argv.slice(2) as [string, string, string, string]
const backend = createLmdbAgendaBackend({ path, exclusive: access === 'exclusive' })
const jobs = await createJobRunner({ backend, log: silentLog, timings: { pollMs: 100 } })
let running = 0

async function handler(key: string): Promise<undefined> {
  const mark = `${path}.${key}`
  try {
    closeSync(openSync(mark, 'wx'))
  } catch (error) {
    writeSync(1, `beside ${key}\n`)
    throw error
  }
  writeSync(1, `begin ${key} ${++running}\n`)
  await sleep(Number(takesMs))
  writeSync(1, `end ${key}\n`)
  running--
  unlinkSync(mark)
}

await jobs.start([{ name: 'work', concurrency: Number(concurrency), handler }])
writeSync(1, 'ready\n')
