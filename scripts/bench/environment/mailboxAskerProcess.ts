// One process of an installation that asks mail servers. Prints "ready"; asks when a line of input comes; prints what it was told.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { systemClock } from '../../../src/kernel/clock.js'
import { mailboxChecks } from '../../../src/kernel/limits.js'
import { openMailWorld } from '../../../testbed/mail/world.js'
import { memoryMb } from './procfs.js'

/** What a process is told to ask. */
export interface Asking {
  readonly port: number
  /** File of the documents that the processes share. */
  readonly documents: string
  readonly process: number
  readonly rows: number
  readonly operators: number
  readonly accounts: number
  /** Questions at a time. */
  readonly atATime: number
  readonly seconds: number
}

/** What it was told. */
export interface Answers {
  readonly answered: number
  readonly results: Readonly<Record<string, number>>
  readonly seconds: number
  readonly memoryBeforeMb: number
  readonly memoryMostMb: number
}

const asking = JSON.parse(process.argv[2]!) as Asking
const documents = createLmdbDocumentStore({ path: asking.documents })
/** The network of an operator: 127.a.b.1. */
const networkOf = (operator: number) => `127.${1 + ((operator >> 8) & 0x7f)}.${operator & 0xff}.1`

const world = openMailWorld(asking.port, {
  hosts: new Proxy({}, { get: (_, name: string) => [networkOf(Number(/\d+/.exec(name)?.[0] ?? 0))] }),
  limits: mailboxChecks.operator,
  perDay: { account: Infinity, installation: Infinity },
  sharing: {
    documents,
    idOf: (text: string) => text,
    holder: `process ${asking.process}`,
    isAlone: false,
    clock: systemClock,
  },
})

async function ask(): Promise<Answers> {
  global.gc?.()
  const memoryBeforeMb = await memoryMb(process.pid, 'VmRSS')
  let memoryMostMb = memoryBeforeMb
  const sampling = setInterval(
    () =>
      void memoryMb(process.pid, 'VmRSS').then((now) => {
        memoryMostMb = Math.max(memoryMostMb, now)
      }),
    100,
  )
  const results: Record<string, number> = {}
  let answered = 0
  const startedAt = performance.now()
  const endAt = startedAt + asking.seconds * 1_000
  let next = 0
  async function askOneByOne(): Promise<void> {
    for (;;) {
      const row = next++
      const left = endAt - performance.now()
      if (row >= asking.rows || left <= 0) return
      const operator = row % asking.operators
      const { result } = await world.ask(`ada${asking.process}-${row}@o${operator}.example`, {
        exchanges: [`mx.o${operator}.example`],
        account: `account${row % asking.accounts}`,
        waitMs: left,
      })
      results[result] = (results[result] ?? 0) + 1
      if (result !== 'not_checked') answered++
    }
  }
  const working = Promise.all(Array.from({ length: asking.atATime }, askOneByOne))
  await Promise.race([working, sleep(asking.seconds * 1_000)])
  clearInterval(sampling)
  return { answered, results, seconds: (performance.now() - startedAt) / 1_000, memoryBeforeMb, memoryMostMb }
}

createInterface({ input: process.stdin }).once('line', () => {
  void ask().then((answers) => console.log(JSON.stringify(answers)))
})
console.log('ready')
