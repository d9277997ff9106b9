import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll } from '@jest/globals'

const DAY_MS = 86_400_000
/** Longer than a suite takes on a slow machine. */
const MARGIN_MS = 180_000

/** Many suites read the figures of today or of this month (UTC). None of them runs across midnight. */
beforeAll(async () => {
  const leftMs = DAY_MS - (Date.now() % DAY_MS)
  if (leftMs < MARGIN_MS) await sleep(leftMs)
})
