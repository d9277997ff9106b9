import { fileURLToPath } from 'node:url'
import { startChild, startScript } from './childProcess.js'
import { onOtherCores } from './cpuPinning.js'

/** A store of the shared deployments: the operator's own, or a stand-in that this process starts. */
interface StoreServer {
  readonly url: string
  /** Only of a stand-in, whose CPU time is measured. */
  readonly pid?: number
  /** For the notes of a report. */
  readonly note: string
  stop(): Promise<void>
}

const MONGO_STAND_IN = fileURLToPath(new URL('../../../test/support/mongo/serve', import.meta.url))

export async function startMongo(): Promise<StoreServer> {
  const { MONGODB_URL: url } = process.env
  if (url) return existingServer(url, 'MongoDB is the server of MONGODB_URL; its CPU is not counted')
  const { line, pid, stop } = await startChild([...onOtherCores, MONGO_STAND_IN])
  return {
    url: line,
    pid,
    note: 'MongoDB is an in-memory stand-in that speaks its protocol (mongo-java-server)',
    stop,
  }
}

export async function startKurrentdb(): Promise<StoreServer> {
  const { KURRENTDB_URL: url } = process.env
  if (url) return existingServer(url, 'KurrentDB is the server of KURRENTDB_URL, new and empty; its CPU is not counted')
  const { line, pid, stop } = await startScript('kurrentdbStandInProcess.ts', [], false)
  return {
    url: line,
    pid,
    note: "KurrentDB is the tests' in-memory stand-in: the figures show the cost of our client, not of KurrentDB",
    stop,
  }
}

const existingServer = (url: string, note: string): StoreServer => ({ url, note, stop: async () => {} })
