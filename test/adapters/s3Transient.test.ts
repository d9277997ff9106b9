// What S3 says that passes is asked again; everything else ends the request.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { createS3Bucket } from '../../src/adapters/bucket/s3.js'

/** Uploads to a bucket that answers like this first. @returns how often it was asked */
async function uploaded(status: number, code: string): Promise<number> {
  let asked = 0
  const server = createServer((request, answer) => {
    request.resume()
    if (++asked === 1) answer.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    else answer.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/archive`
  try {
    const bucket = createS3Bucket({ url, keyId: 'us', secret: 'secret', pausesMs: [1] })
    await bucket.put('object', import.meta.filename, { sha256: '0'.repeat(64), bytes: 1 })
    return asked
  } finally {
    server.close()
  }
}

test.each([
  [400, 'RequestTimeout'],
  [503, 'SlowDown'],
  [500, 'InternalError'],
])('%i %s is followed by another attempt', async (status, code) => expect(await uploaded(status, code)).toBe(2))

test('400 InvalidArgument is final', () => expect(uploaded(400, 'InvalidArgument')).rejects.toThrow('InvalidArgument'))
