// A server of the S3 protocol (Versity's gateway, whose program S3_SERVER names) with one empty bucket.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../../eventually.js'
import { freePort } from '../../freePort.js'
import { tempDirectory } from '../../tempDirectory.js'

/** Why the server cannot be run here; undefined if it can. */
export const whyNoS3 = (): string | undefined => (process.env.S3_SERVER ? undefined : 'S3_SERVER is not set')

const BUCKET = 'archive'
const KEY_ID = 'mailproof-tests'
const SECRET = 'a secret/with+signs'

export interface S3Server {
  readonly port: number
  /** Settings of an installation whose archive is in the bucket, by way of this port. */
  settings(port?: number): Record<string, string>
  /** The files of the server's objects, below the bucket. */
  readonly directory: string
  /** Names of all objects, below the bucket. */
  objects(): string[]
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const place = tempDirectory()
  const directory = join(place.path, 'buckets', BUCKET)
  const sidecar = join(place.path, 'metadata')
  for (const path of [directory, sidecar]) mkdirSync(path, { recursive: true })
  const port = await freePort()
  const words = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', sidecar, join(place.path, 'buckets')]
  const server = spawn(process.env.S3_SERVER!, words, {
    stdio: 'ignore',
    env: { ROOT_ACCESS_KEY_ID: KEY_ID, ROOT_SECRET_ACCESS_KEY: SECRET },
  })
  const kill = () => server.kill()
  process.once('exit', kill)
  // It refuses what is not signed.
  await eventually(
    () => fetch(`http://127.0.0.1:${port}/${BUCKET}/none`).catch(() => undefined),
    (answer) => answer?.status === 400,
  )
  return {
    port,
    directory,
    settings: (at = port) => ({
      ARCHIVE_BUCKET: `http://127.0.0.1:${at}/${BUCKET}/of/us`,
      ARCHIVE_BUCKET_KEY_ID: KEY_ID,
      ARCHIVE_BUCKET_SECRET: SECRET,
    }),
    objects: () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort(),
    async close() {
      process.off('exit', kill)
      kill()
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      place.remove()
    },
  }
}
