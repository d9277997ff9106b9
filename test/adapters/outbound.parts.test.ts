// Parts of the HTTP client: the target of a URL, Retry-After, and the stored beginning of a response.
import { describe, expect, test } from '@jest/globals'
import { excerptOf } from '../../src/adapters/outbound/responseExcerpt.js'
import { parseRetryAfter } from '../../src/adapters/outbound/retryAfter.js'
import { parseTarget } from '../../src/adapters/outbound/target.js'
import fc from '../../testbed/fastCheck.js'

describe('Retry-After', () => {
  const now = Date.UTC(1994, 10, 6, 8, 49, 7)

  test.each([
    ['seconds', '120', 120_000],
    ['no seconds', '0', 0],
    ['a day', '86400', 86_400_000],
    ['more than a day is a day', '86401', 86_400_000],
    ['more than a number can hold is a day', '9'.repeat(400), 86_400_000],
    ['a date', 'Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
    ['a date of RFC 850', 'Sunday, 06-Nov-94 08:49:37 GMT', 30_000],
    ['a date of asctime', 'Sun Nov  6 08:49:37 1994', 30_000],
    ['a date that has passed', 'Sun, 06 Nov 1994 08:49:00 GMT', 0],
    ['a date in years is a day', 'Sun, 06 Nov 2022 08:49:37 GMT', 86_400_000],
  ])('%s: %s', (_, header, ms) => expect(parseRetryAfter(header, now)).toBe(ms))

  test.each([undefined, '', '-1', '1.5', '1e3', '0x10', 'soon', '1, 2', '1994-11-06', 'Sun, 99 Nov 1994 08:49:37 GMT'])(
    'is ignored: %s',
    (header) => expect(parseRetryAfter(header, now)).toBeUndefined(),
  )

  test('is ignored, or a delay between zero and a day, whatever the header', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const ms = parseRetryAfter(header, now) ?? 0
          expect(ms).toBeGreaterThanOrEqual(0)
          expect(ms).toBeLessThanOrEqual(86_400_000)
        },
      ),
    ))
})

describe('the stored beginning of a response', () => {
  test.each([
    ['is kept as it is', 'Danke, schön 👍\n\tok', 'Danke, schön 👍\n\tok'],
    ['cannot move a cursor', '\u001b[2Jgone\u0000\u0007\u007f\u009b', '�[2Jgone����'],
    ['cannot hide lines', 'one\rtwo\r\nthree\u2028four', 'one�two\nthree�four'],
    ['cannot turn its direction', 'a\u202eb\u2066c\u200fd', 'a�b�c�d'],
  ])('%s', (_, text, kept) => expect(excerptOf(Buffer.from(text))).toBe(kept))

  test('marks bytes that are not UTF-8', () => expect(excerptOf(Buffer.from([0x61, 0xff, 0x62]))).toBe('a�b'))

  test('is at most a thousand characters, and cuts none in two', () => {
    expect(excerptOf(Buffer.from('👍'.repeat(1_001)))).toBe('👍'.repeat(1_000))
  })

  test('contains no control character, whatever the bytes', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3_000 }), (bytes) => {
        const kept = excerptOf(Buffer.from(bytes))
        expect(kept).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        expect([...kept].length).toBeLessThanOrEqual(1_000)
      }),
    ))
})

describe('the target of a URL', () => {
  const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
  const base = fc.constantFrom(
    (n: number) => String(n),
    (n: number) => `0${n.toString(8)}`,
    (n: number) => `0x${n.toString(16)}`,
  )

  test('is its address, in whatever notation', () =>
    fc.assert(
      fc.property(octets, base, base, fc.integer({ min: 1, max: 4 }), (bytes, write, writeLast, parts) => {
        const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0)
        const host = [...bytes.slice(0, parts - 1).map(write), writeLast(last)].join('.')
        expect(parseTarget(`http://${host}/`)).toMatchObject({ host: bytes.join('.'), isAddress: true })
      }),
    ))

  test.each([
    ['http://Example.net', { secure: false, host: 'example.net', port: 80, path: '/', authority: 'example.net' }],
    ['https://example.net.:8443/a?b', { secure: true, port: 8443, path: '/a?b', authority: 'example.net:8443' }],
    ['https://example.net:443/ü', { port: 443, path: '/%C3%BC', authority: 'example.net' }],
    ['http://[2606:4700::1]:8081/', { host: '2606:4700::1', isAddress: true, authority: '[2606:4700::1]:8081' }],
  ])('%s', (url, target) => expect(parseTarget(url)).toMatchObject(target))

  test('has port 80, 443, or a user port without a service of its own', () => {
    const refused = (port: number) => 'problem' in parseTarget(`http://example.net:${port}/`)
    const all = Array.from({ length: 65_536 }, (_, port) => port)
    expect(all.slice(0, 1_024).filter((port) => !refused(port))).toEqual([80, 443])
    // Where nothing but web servers is usual, and where the system gives out ports.
    expect([1024, 3000, 4000, 5000, 5173, 8000, 8080, 8081, 8443, 8888, 9000, 9443, 10_000].filter(refused)).toEqual([])
    expect(all.slice(32_768).filter(refused)).toEqual([])
  })

  // The Fetch standard, section "Port blocking".
  test.each([
    1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ])('is no port that browsers refuse: %i', (port) =>
    expect(parseTarget(`http://example.net:${port}/`)).toEqual({
      problem: expect.stringMatching(new RegExp(`^Port ${port} .* use 443, 80 or another port from 1024 to 65535`)),
    }),
  )

  test('is either a target or an error, whatever the text', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `http://${text}`),
          fc.webUrl(),
        ),
        (text) => {
          const target = parseTarget(text)
          if ('problem' in target) expect(target.problem).toMatch(/^(The|Port) .+\.$/)
          else expect(`${target.host}${target.path}`).not.toMatch(/[\s\x00-\x20\x7f]/)
        },
      ),
    ))
})
