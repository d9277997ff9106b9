// A bucket of an object storage that speaks the S3 protocol.
import { createHash } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Bucket, BucketError, FileDigest } from '../../kernel/ports/bucket.js'
import { isMissing, isTransient, refusalOf, unreachable } from './failures.js'

/** How long nothing may arrive before an attempt is given up. An upload may take as long again for each megabyte. */
const STALL_MS = 20_000
/** Pauses before further attempts. */
const PAUSES_MS = [300, 1_000, 3_000]
const MEGABYTE = 1024 * 1024
/** How long a start waits for the bucket. */
const SOON_MS = 4_000
/** More than any error has. */
const MAX_ERROR_BYTES = 4_096

export interface S3Options {
  /** The bucket, with a prefix of keys if it is shared: `https://host/bucket/prefix` or `https://bucket.host/prefix`. */
  readonly url: string
  readonly keyId: string
  readonly secret: string
  /** By default that of the host's name if it is one of AWS, Cloudflare or Backblaze, else us-east-1. */
  readonly region?: string | undefined
  readonly stallMs?: number
  readonly pausesMs?: readonly number[]
}

type Request =
  | { readonly method: 'GET' | 'HEAD' }
  | { readonly method: 'PUT'; readonly body: Buffer; readonly sha256: string }

/** SHA-256 of an empty body. */
const EMPTY = createHash('sha256').digest('hex')

/** Every request is signed with its content (AWS Signature Version 4). */
export function createS3Bucket(options: S3Options): Bucket {
  const { url: place, keyId, secret, region, stallMs = STALL_MS, pausesMs = PAUSES_MS } = options
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    ...(region !== undefined && { region }),
  })

  const closing = new AbortController()

  /** Sends a request until there is an answer that will not change. @returns undefined when there is no such object */
  async function send<T>(key: string, request: Request, use: (answer: Response, alive: () => void) => Promise<T>) {
    for (let attempt = 0; ; attempt++) {
      const failure = await once()
      if (!(failure instanceof Failed)) return failure
      if (closing.signal.aborted || !failure.isTransient || attempt === pausesMs.length || request.method === 'HEAD')
        throw failure.error
      await sleep(pausesMs[attempt], undefined, { signal: closing.signal }).catch(() => {})
    }

    async function once(): Promise<T | undefined | Failed> {
      const body = request.method === 'PUT' ? request.body : undefined
      const abort = new AbortController()
      const limit =
        request.method === 'HEAD' ? Math.min(stallMs, SOON_MS) : stallMs * (1 + (body?.length ?? 0) / MEGABYTE)
      const timer = setTimeout(() => abort.abort(new Error(`nothing arrived for ${Math.ceil(limit / 1000)} s`)), limit)
      try {
        const signed = await client.sign(`${place}/${key}`, {
          method: request.method,
          headers: { 'x-amz-content-sha256': request.method === 'PUT' ? request.sha256 : EMPTY },
          ...(body && { body }),
        })
        const signal = AbortSignal.any([abort.signal, closing.signal])
        const answer = await fetch(signed, { signal, redirect: 'manual' })
        if (answer.ok) return await use(answer, () => timer.refresh())
        const text = (await answer.text()).slice(0, MAX_ERROR_BYTES)
        const said = { status: answer.status, text }
        if (request.method !== 'PUT' && isMissing(said)) return undefined
        return new Failed(refusalOf(place, said), isTransient(said))
      } catch (error) {
        if (error instanceof FileProblem) throw error.cause
        return new Failed(unreachable(place, error), true)
      } finally {
        clearTimeout(timer)
      }
    }
  }

  return {
    place,
    async put(key, path, { sha256 }) {
      const body = await readFile(path)
      await send(key, { method: 'PUT', body, sha256 }, async (answer) => void (await answer.arrayBuffer()))
    },
    async get(key, path, expected) {
      const found = await send(key, { method: 'GET' }, (answer, alive) => save(answer, path, expected, alive))
      return found ?? 'missing'
    },
    has: async (key) => (await send(key, { method: 'HEAD' }, async () => true)) ?? false,
    close: () => closing.abort(new Error('the process ends')),
  }
}

class Failed {
  constructor(
    readonly error: BucketError,
    readonly isTransient: boolean,
  ) {}
}

/** The disk failed, not the bucket. */
class FileProblem extends Error {}

const onDisk = async <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new FileProblem('', { cause })
  })

/** Writes the body of an answer to a new file. @throws when the answer ends before what it announced */
async function save(
  answer: Response,
  path: string,
  expected: FileDigest,
  alive: () => void,
): Promise<'same' | 'different'> {
  const hash = createHash('sha256')
  let bytes = 0
  let isSame = false
  const file = await onDisk(open(path, 'w', 0o600))
  try {
    for await (const piece of answer.body ?? []) {
      alive()
      bytes += piece.length
      if (bytes > expected.bytes) return 'different'
      hash.update(piece)
      await onDisk(file.writeFile(piece))
    }
    if (bytes < expected.bytes && answer.headers.get('content-length') !== String(bytes))
      throw new Error(`the answer ended after ${bytes} of ${expected.bytes} bytes`)
    isSame = bytes === expected.bytes && hash.digest('hex') === expected.sha256
    return isSame ? 'same' : 'different'
  } finally {
    await file.close()
    if (!isSame) await rm(path, { force: true })
  }
}
