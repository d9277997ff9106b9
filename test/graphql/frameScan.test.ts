// Counting WebSocket frames byte by byte.
import { describe, expect, test } from '@jest/globals'
import { FrameScan } from '../../src/graphql/websocket/frameScan.js'
import fc from '../../testbed/fastCheck.js'
import { type Frame, frame } from './frames.js'

const TEXT = 1
const CONTINUATION = 0
const PING = 9

const scanned = (...frames: Frame[]): FrameScan => {
  const scan = new FrameScan()
  scan.write(Buffer.concat(frames.map(frame)))
  return scan
}

describe('the frames of a WebSocket', () => {
  test.each([0, 1, 125, 126, 65_535, 65_536, 100_000])('of %i bytes are messages if they are final', (size) => {
    const scan = scanned({ opcode: TEXT, size }, { opcode: TEXT, size })
    expect(scan).toMatchObject({ frames: 2, messages: 2, announced: 0, isUnfinished: false })
  })

  test('of a fragmented message are unfinished until the last, and pings between them change nothing', () => {
    const fragments: Frame[] = [
      { opcode: TEXT, size: 10, more: true },
      { opcode: PING, size: 5 },
      { opcode: CONTINUATION, size: 1_000, more: true },
    ]
    expect(scanned(...fragments)).toMatchObject({ frames: 3, messages: 0, announced: 1_010, isUnfinished: true })
    expect(scanned(...fragments, { opcode: CONTINUATION, size: 0 })).toMatchObject({ messages: 1, isUnfinished: false })
  })

  test('announce their size before their payload arrives', () => {
    const scan = new FrameScan()
    scan.write(frame({ opcode: TEXT, size: 1_000_000 }).subarray(0, 14))
    expect(scan).toMatchObject({ announced: 1_000_000, isUnfinished: true, messages: 0 })
  })

  test('are unfinished from the first byte of a header, also of a ping', () => {
    const scan = new FrameScan()
    scan.write(frame({ opcode: PING, size: 0 }).subarray(0, 1))
    expect(scan).toMatchObject({ frames: 1, isUnfinished: true })
  })

  test('are counted alike however their bytes are divided', () => {
    const frames = fc.array(
      fc.record({ opcode: fc.constantFrom(TEXT, CONTINUATION, PING), size: fc.nat({ max: 300 }), more: fc.boolean() }),
      { maxLength: 20 },
    )
    fc.assert(
      fc.property(frames, fc.array(fc.nat({ max: 4_000 })), (all, cuts) => {
        const bytes = Buffer.concat(all.map(frame))
        const whole = new FrameScan()
        whole.write(bytes)
        const divided = new FrameScan()
        const ends = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length]
        for (const [index, end] of ends.entries()) divided.write(bytes.subarray(ends[index - 1] ?? 0, end))
        expect(divided).toEqual(whole)
        expect(whole.frames).toBe(all.length)
      }),
    )
  })
})
