import { afterAll, expect, test } from '@jest/globals'
import { runDiskFull } from '../../scripts/soak/faults/diskFull.js'
import { mountSmallDisk } from '../../scripts/soak/faults/smallDisk.js'
import { describeUnless } from '../support/describeUnless.js'

const disk = mountSmallDisk(32)
const missing = typeof disk === 'string' ? 'no tmpfs can be mounted' : undefined
afterAll(() => {
  if (typeof disk !== 'string') disk.remove()
})

/** A short run of `npm run soak -- disk-full`. */
describeUnless(missing, 'a full disk', () => {
  test('requests get the specified responses; with free space the service recovers, and nothing is lost', async () => {
    if (typeof disk === 'string') return
    const seed = Date.now() % 1_000_000
    const { problems, meanwhile } = await runDiskFull({
      disk,
      times: 1,
      fullMs: 2_000,
      calmMs: 500,
      clients: 8,
      retryUploads: false,
      seed,
    })
    expect({ seed, problems }).toEqual({ seed, problems: [] })
    const written = {
      verifyEmail: '502 UPSTREAM_ERROR',
      verifyEmailSignals: '503 SERVICE_UNAVAILABLE',
      uploadBulk: '503 SERVICE_UNAVAILABLE',
    }
    for (const [what, expected] of Object.entries(written)) {
      // A small write may still fit on the disk; whatever was acknowledged has been checked above.
      const others = Object.keys(meanwhile[what] ?? {}).filter((answer) => answer !== '200')
      expect({ what, others }).toEqual({ what, others: [expected] })
    }
    expect(Object.keys(meanwhile.getLiveness ?? {})).toEqual(['200'])
    // Read models that missed the last events before the disk was full cannot be compared as they are.
    for (const what of ['graphql', 'getUsage'])
      expect(['200', '503 SERVICE_UNAVAILABLE']).toEqual(expect.arrayContaining(Object.keys(meanwhile[what] ?? {})))
  })
})
