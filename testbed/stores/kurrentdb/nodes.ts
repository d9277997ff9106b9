// Drives a KurrentDB cluster whose nodes tests may kill and freeze: the stand-in's, or a real one (KURRENTDB_CLUSTER_START).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { eventually } from '../../eventually.js'
import { compiled } from '../../service/compiled.js'

/** A cluster of three nodes, numbered from 1. */
export interface Nodes {
  /** Its connection string, by all members. */
  readonly url: string
  /** By one name for all members, if there is one. */
  readonly discoverUrl: string | undefined
  /** The node that leads, as the others know; undefined while none does. */
  leader(): Promise<number | undefined>
  /** Waits until a node leads. */
  untilLed(): Promise<number>
  /** SIGKILL. */
  kill(node: number): Promise<void>
  /** An orderly end. */
  stop(node: number): Promise<void>
  start(node: number): Promise<void>
  /** SIGSTOP and SIGCONT. */
  freeze(node: number): Promise<void>
  thaw(node: number): Promise<void>
  /** Makes the leader resign. */
  resign(): Promise<void>
  /** Ends the nodes, and deletes their data. */
  close(): Promise<void>
}

/** The numbers of all nodes. */
export const ALL_NODES = [1, 2, 3] as const

/** @param program speaks the protocol in docs/testing.md; by default the stand-in */
export async function startNodes(program?: string): Promise<Nodes> {
  const [command, args]: [string, string[]] = program
    ? [program, []]
    : [process.execPath, [compiled('testbed/stores/kurrentdb/clusterProcess.ts')]]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()

  /** One command at a time. @returns what follows `ok` */
  function ask(line: string): Promise<string> {
    const answer = last.then(async () => {
      child.stdin.write(`${line}\n`)
      const { value = 'error the program has ended' } = (await answers.next()) as { value?: string }
      if (!/^ok\b/.test(value)) throw new Error(`${line}: ${value}`)
      return value.slice('ok '.length)
    })
    last = answer.catch(() => {})
    return answer
  }
  const tell = async (line: string) => void (await ask(line))
  const leader = async () => {
    const answer = await ask('leader')
    return answer === 'none' ? undefined : Number(answer)
  }

  const [url = '', discoverUrl] = (await ask('create')).split(' ')
  return {
    url,
    discoverUrl,
    leader,
    untilLed: async () => (await eventually(leader, (node) => node !== undefined, 60_000))!,
    kill: (node) => tell(`kill ${node}`),
    stop: (node) => tell(`stop ${node}`),
    start: (node) => tell(`start ${node}`),
    freeze: (node) => tell(`freeze ${node}`),
    thaw: (node) => tell(`thaw ${node}`),
    resign: () => tell('resign'),
    async close() {
      child.stdin.end()
      await exited
    },
  }
}
