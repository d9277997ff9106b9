// The program that KURRENTDB_CLUSTER_START names, for the stand-in (docs/testing.md): nodes are started, killed and frozen by lines.
import { createInterface } from 'node:readline'
import { type StandInCluster, startStandInCluster } from './cluster.js'

let cluster: StandInCluster | undefined

const COMMANDS: { readonly [name: string]: (cluster: StandInCluster, node: number) => unknown } = {
  kill: (cluster, node) => cluster.kill(node),
  async stop(cluster, node) {
    if (cluster.leader() === node) cluster.resign()
    await cluster.kill(node)
  },
  start: (cluster, node) => cluster.start(node),
  freeze: (cluster, node) => cluster.freeze(node),
  thaw: (cluster, node) => cluster.thaw(node),
  resign: (cluster) => cluster.resign(),
  leader(cluster) {
    const leader = cluster.leader()
    return leader === undefined ? 'none' : leader + 1
  },
}

async function answerTo(line: string): Promise<string> {
  const [name = '', node] = line.split(' ')
  if (name === 'create') {
    cluster = await startStandInCluster()
    return `${cluster.url()} ${cluster.discoverUrl()}`
  }
  const command = COMMANDS[name]
  if (!command || !cluster) throw new Error(`unknown command: ${line}`)
  return String((await command(cluster, Number(node) - 1)) ?? '')
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(line).then(
    (value) => `ok ${value}`.trim(),
    (error: Error) => `error ${error.message}`,
  )
  process.stdout.write(`${answer}\n`)
}
await cluster?.close()
process.exit()
