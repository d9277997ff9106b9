import { expect, test } from '@jest/globals'
import { appHeaders } from '../../src/httpMessages/securityHeaders.js'

const connectSources = (...hosts: (string | undefined)[]): string | undefined =>
  /;connect-src ([^;]*);/.exec(appHeaders(hosts)['Content-Security-Policy']!)?.[1]

test("the page may connect to its own origin, and to WebSockets under this service's names only", () => {
  expect(connectSources()).toBe("'self'")
  expect(connectSources('localhost:8080', 'verify.example.org')).toBe(
    "'self' ws://localhost:8080 wss://localhost:8080 ws://verify.example.org wss://verify.example.org",
  )
  expect(connectSources('[::1]:8080', '[::1]:8080')).toBe("'self' ws://[::1]:8080 wss://[::1]:8080")
})

test.each([
  undefined,
  '',
  'a; script-src *',
  'a ws:',
  "a 'unsafe-inline'",
  '*',
  '*.example.org',
  'a,b',
  'a/b',
  'user@a',
  'ws:',
  '[::1',
  'a:999999',
  'é.example',
  'a\r\nSet-Cookie: b=c',
  'a\n',
])('an invalid name adds nothing to the policy: %j', (host) => {
  expect(connectSources(host)).toBe("'self'")
  expect(appHeaders([host])).toEqual(appHeaders([]))
})
