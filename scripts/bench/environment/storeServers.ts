// Starts the servers of stores for a measurement, in processes of their own.
import { fileURLToPath } from 'node:url'
import { startChild, startScript } from './childProcess.js'
import { addressOf, startStoreDelay, withAddress } from './storeDelay.js'

/** A process that is measured. */
export interface MeasuredProcess {
  readonly name: string
  readonly pid: number
}

/** A store of the shared deployments: the operator's own, or a stand-in in a process of its own. */
export interface StoreServer {
  readonly url: string
  /** The stand-in and the proxy in front of the store, if any; the CPU of a server elsewhere is unknown. */
  readonly processes: readonly MeasuredProcess[]
  /** For the notes of a report. */
  readonly note: string
  stop(): Promise<void>
}

export interface StoreServerOptions {
  /** Connection string of an existing server; a stand-in is started without one. */
  readonly url?: string | undefined
  /** Delay that a proxy adds to each answer, in milliseconds. */
  readonly delayMs: number
}

const MONGO_STAND_IN = fileURLToPath(new URL('../../../testbed/stores/mongo/serve', import.meta.url))
/**
 * The read models of a million events need more memory than the stand-in's 512 MB, and the serial collector would stop it
 * for longer than the service waits for a response.
 */
const MONGO_STAND_IN_JVM = '_JAVA_OPTIONS=-Xmx8g -XX:-UseSerialGC -XX:+UseParallelGC'
const MONGO_PORT = 27_017
const KURRENTDB_PORT = 2_113

export async function startMongo({ url, delayMs }: StoreServerOptions): Promise<StoreServer> {
  const server = url
    ? existingServer(url, 'MongoDB is the server of --mongodb-url; its CPU is not counted')
    : await startStandIn('MongoDB', () => startChild(['env', MONGO_STAND_IN_JVM, MONGO_STAND_IN]), {
        note: 'MongoDB is an in-memory stand-in that speaks its protocol (mongo-java-server)',
      })
  return delayed(server, 'MongoDB proxy', MONGO_PORT, delayMs)
}

export async function startKurrentdb({ url, delayMs }: StoreServerOptions): Promise<StoreServer> {
  const server = url
    ? existingServer(url, 'KurrentDB is the server of --kurrentdb-url; its CPU is not counted')
    : await startStandIn('KurrentDB', () => startScript('kurrentdbStandInProcess.ts', [], false), {
        note: "KurrentDB is the tests' in-memory stand-in: the figures show the cost of our client, not of KurrentDB",
      })
  return delayed(server, 'KurrentDB proxy', KURRENTDB_PORT, delayMs)
}

async function startStandIn(
  name: string,
  start: () => ReturnType<typeof startChild>,
  { note }: { readonly note: string },
): Promise<StoreServer> {
  const { line, pid, stop } = await start()
  return { url: line, processes: [{ name, pid }], note, stop }
}

const existingServer = (url: string, note: string): StoreServer => ({
  url,
  processes: [],
  note,
  stop: async () => {},
})

/** Puts a proxy in front of a store, if its answers are to be delayed. */
async function delayed(server: StoreServer, name: string, defaultPort: number, delayMs: number): Promise<StoreServer> {
  if (delayMs === 0) return server
  const proxy = await startStoreDelay(addressOf(server.url, defaultPort), delayMs)
  return {
    ...server,
    url: withAddress(server.url, proxy.address),
    processes: [...server.processes, { name, pid: proxy.pid }],
    async stop() {
      await proxy.stop()
      await server.stop()
    },
  }
}
