// Benchmarks `mailboxes`: what mail servers see of several processes, and how many questions one process asks at what memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { mailboxChecks } from '../../../src/kernel/limits.js'
import { ROOT } from '../../../testbed/files.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import type { Answers, Asking } from '../environment/mailboxAskerProcess.js'
import type { Report } from '../report.js'

interface MailboxesOptions {
  readonly processes: number
  readonly accounts: number
  readonly rows: number
  readonly operators: number
  readonly seconds: number
  readonly latency: number
}

/** What the servers have seen. */
interface Seen {
  readonly connections: number
  readonly recipients: number
  readonly mailboxes: number
  readonly twice: number
  readonly mostOpen: number
  readonly connectionsAMinute: number
  readonly recipientsAMinute: number
}

/** Scripts run as built: under tsx, each function has a name of its own, which costs more memory than what is measured. */
async function built(name: string): Promise<string> {
  const script = fileURLToPath(new URL(`../environment/${name}.ts`, import.meta.url))
  const outDir = join(ROOT, 'node_modules/.mailproof-bench')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: script,
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  })
  return join(outDir, `${name}.mjs`)
}

/** A small heap shows what is needed; a large one also what the collector has not looked at yet. A service has its young generation anyway. */
const HEAP = ['--expose-gc', '--max-semi-space-size=8', '--max-old-space-size=160']

/** A process that answers each line of input with a line. */
function startTalking(script: string, argument: string) {
  const child = spawn(process.execPath, [...HEAP, script, argument], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async next(): Promise<string> {
      const { value, done } = await lines.next()
      if (done) throw new Error(`${script} has ended without an answer.`)
      return value
    },
    say: () => void child.stdin.write('\n'),
    async stop(): Promise<void> {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function measure(
  latencyMs: number,
  asked: Omit<Asking, 'port' | 'documents' | 'process'>,
  processes: number,
  asker: 'mailboxAskerProcess' | 'plainAskerProcess' = 'mailboxAskerProcess',
): Promise<{ readonly seen: Seen; readonly answers: readonly Answers[] }> {
  const directory = tempDirectory()
  const [serverScript, askerScript] = [await built('mailServerProcess'), await built(asker)]
  const server = startTalking(serverScript, String(latencyMs))
  const port = Number(await server.next())
  const all = Array.from({ length: processes }, (_, process) => {
    const asking: Asking = { ...asked, port, documents: join(directory.path, 'documents.mdb'), process }
    return startTalking(askerScript, JSON.stringify(asking))
  })
  try {
    for (const process of all) await process.next()
    for (const process of all) process.say()
    const answers = await Promise.all(all.map(async (process) => JSON.parse(await process.next()) as Answers))
    server.say()
    return { seen: JSON.parse(await server.next()) as Seen, answers }
  } finally {
    await Promise.all([...all, server].map((process) => process.stop()))
    directory.remove()
  }
}

/** Many questions of many accounts and several processes about one operator: do the limits hold, as the server sees it? */
export async function benchMailboxPoliteness({
  processes,
  accounts,
  rows,
  seconds,
  latency,
}: MailboxesOptions): Promise<Report> {
  const share = Math.ceil(rows / processes)
  const asked = { rows: share, operators: 1, accounts, seconds }
  const { seen, answers } = await measure(latency, asked, processes)
  const { connections, connectionsPerMinute, recipientsPerMinute } = mailboxChecks.operator
  return {
    benchmark: `One operator, asked by ${processes} processes about ${rows} mailboxes`,
    settings: { processes, accounts, rows, seconds, 'latency, ms': latency },
    columns: ['', 'connections', 'recipients', 'mailboxes', 'answers by process'],
    rows: [
      ['seen', seen.connections, seen.recipients, seen.mailboxes, answers.map(({ answered }) => answered).join(', ')],
    ],
    targets: [
      { what: 'connections at a time', measured: seen.mostOpen, atMost: connections },
      { what: 'connections in any minute', measured: seen.connectionsAMinute, atMost: connectionsPerMinute },
      { what: 'recipients in any minute', measured: seen.recipientsAMinute, atMost: recipientsPerMinute },
      { what: 'mailboxes asked about twice', measured: seen.twice, atMost: 0 },
      { what: 'recipients named', measured: seen.recipients, atLeast: recipientsPerMinute },
    ],
  }
}

const CHECKS_PER_SECOND = 500
const MEMORY_MB = 150

const figuresOf = ({ answered, seconds, cpuSeconds, memoryBeforeMb, memoryMostMb }: Answers): number[] => [
  answered,
  seconds,
  answered / seconds,
  (cpuSeconds * 1_000) / answered,
  memoryBeforeMb,
  memoryMostMb,
]

/** Many operators at a time: how fast, and at what memory? */
export async function benchMailboxOperators({ operators, accounts, latency }: MailboxesOptions): Promise<Report> {
  const asked = { rows: operators, operators, accounts, seconds: 300 }
  const plain = await measure(latency, asked, 1, 'plainAskerProcess')
  const { seen, answers } = await measure(latency, asked, 1)
  const [baseline] = plain.answers as [Answers]
  const [own] = answers as [Answers]
  const { answered, seconds, memoryBeforeMb, memoryMostMb, results } = own
  return {
    benchmark: `${operators} operators, asked at the same time by one process`,
    settings: { operators, accounts, 'latency, ms': latency },
    columns: ['', 'checks', 'seconds', 'checks a second', 'ms of CPU per check', 'MB before', 'MB at most', 'open'],
    rows: [
      ['sockets alone', ...figuresOf(baseline), plain.seen.mostOpen],
      ['mailproof', ...figuresOf(own), seen.mostOpen],
    ],
    targets: [
      { what: 'checks a second', measured: answered / seconds, atLeast: CHECKS_PER_SECOND },
      { what: 'memory, MB more', measured: memoryMostMb - memoryBeforeMb, atMost: MEMORY_MB },
      { what: 'mailboxes that exist', measured: results.exists ?? 0, atLeast: operators },
    ],
  }
}
