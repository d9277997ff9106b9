// One process of an installation that asks mail servers. Prints "ready"; asks when a line of input comes; prints what it was told.
import { createInterface } from 'node:readline'
import { createLmdbDocumentStore } from '../../../src/adapters/documents/lmdb/documentStore.js'
import { systemClock } from '../../../src/kernel/clock.js'
import { mailboxChecks } from '../../../src/kernel/limits.js'
import type { MailboxAnswer } from '../../../src/kernel/ports/mailboxes.js'
import { openMailWorld } from '../../../testbed/mail/world.js'
import { memoryMb } from '../../../testbed/procfs.js'

/** What a process is told to ask. */
export interface Asking {
  readonly port: number
  /** File of the documents that the processes share. */
  readonly documents: string
  readonly process: number
  readonly rows: number
  readonly operators: number
  readonly accounts: number
  readonly seconds: number
}

/** What it was told. */
export interface Answers {
  readonly answered: number
  readonly results: Readonly<Record<string, number>>
  readonly seconds: number
  readonly cpuSeconds: number
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
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
  await new Promise<void>((resolve) => {
    let open = asking.rows
    const note = ({ result }: MailboxAnswer) => {
      results[result] = (results[result] ?? 0) + 1
      if (result !== 'not_checked') answered++
      if (--open === 0) resolve()
    }
    for (let row = 0; row < asking.rows; row++) {
      const operator = row % asking.operators
      const asked = world.ask(`ada${asking.process}-${row}@o${operator}.example`, {
        exchanges: [`mx.o${operator}.example`],
        account: `account${row % asking.accounts}`,
        waitMs: asking.seconds * 1_000,
      })
      void asked.then(note)
    }
  })
  clearInterval(sampling)
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { answered, results, seconds, cpuSeconds: (user + system) / 1e6, memoryBeforeMb, memoryMostMb }
}

createInterface({ input: process.stdin }).once('line', () => {
  void ask().then((answers) => console.log(JSON.stringify(answers)))
})
console.log('ready')
