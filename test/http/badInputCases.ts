// Malformed bodies, texts, requests and paths.

const LEVELS = 1_000_000

/** Bodies that no operation accepts, each with the expected error code. */
export const BROKEN_BODIES: readonly (readonly [what: string, body: string | Buffer, code: string])[] = [
  ['a word', 'hello', 'INVALID_JSON'],
  ['half of a body', '{"email":"ada@example.org"', 'INVALID_JSON'],
  ['single quotes', "{'email':'ada@example.org'}", 'INVALID_JSON'],
  ['NaN', '{"email":NaN}', 'INVALID_JSON'],
  ['undefined', '{"email":undefined}', 'INVALID_JSON'],
  ['a comment', '{/* */}', 'INVALID_JSON'],
  ['a trailing comma', '{"email":"ada@example.org",}', 'INVALID_JSON'],
  ['two bodies', '{}{}', 'INVALID_JSON'],
  ['a form', 'email=ada%40example.org', 'INVALID_JSON'],
  ['a line break in a string', '{"email":"a\nb"}', 'INVALID_JSON'],
  ['NUL between the members', '{\u0000}', 'INVALID_JSON'],
  ['only white space', ' \r\n\t', 'INVALID_JSON'],
  ['bytes that are no UTF-8', Buffer.from('7b22ff223a317d', 'hex'), 'INVALID_JSON'],
  ['an overlong form in UTF-8', Buffer.from('7b22656d61696c223a22c0af227d', 'hex'), 'INVALID_JSON'],
  ['a surrogate written as UTF-8', Buffer.from('7b22656d61696c223a22eda080227d', 'hex'), 'INVALID_JSON'],
  ['UTF-16', Buffer.from('{"email":"ada@example.org"}', 'utf16le'), 'INVALID_JSON'],
  ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'INVALID_JSON'],
  ['a million open brackets', '['.repeat(LEVELS), 'INVALID_JSON'],
  ['half a million brackets that close', `${'['.repeat(LEVELS / 2)}${']'.repeat(LEVELS / 2)}`, 'INVALID_JSON'],
  ['200,000 objects in each other', `${'{"a":'.repeat(LEVELS / 5)}`, 'INVALID_JSON'],
  ['null', 'null', 'VALIDATION_ERROR'],
  ['true', 'true', 'VALIDATION_ERROR'],
  ['a number', '5', 'VALIDATION_ERROR'],
  ['a number of 100,000 digits', '1'.repeat(100_000), 'VALIDATION_ERROR'],
  ['a text', '"ada@example.org"', 'VALIDATION_ERROR'],
  ['an array', '[]', 'VALIDATION_ERROR'],
  ['an array of a body', '[{"email":"ada@example.org"}]', 'VALIDATION_ERROR'],
  ['a member that is unknown', '{"nonsense":1}', 'VALIDATION_ERROR'],
  ['the prototype', '{"__proto__":{"email":"ada@example.org","emails":["ada@example.org"]}}', 'VALIDATION_ERROR'],
  ['a constructor', '{"constructor":{"prototype":{"debug":true}}}', 'VALIDATION_ERROR'],
  ['a method of all objects', '{"hasOwnProperty":1,"toString":2}', 'VALIDATION_ERROR'],
  ['a member without a name', '{"":1}', 'VALIDATION_ERROR'],
  ['a member whose name is a script', '{"<script>\\u0000\\r\\n":1}', 'VALIDATION_ERROR'],
  ['a name of half a megabyte', `{"${'x'.repeat(500_000)}":1}`, 'VALIDATION_ERROR'],
  ['1,000 unknown members', manyMembers(1_000), 'VALIDATION_ERROR'],
  ['50,000 unknown members', manyMembers(50_000), 'INVALID_JSON'],
  ['350,000 objects in an array', `[${'{},'.repeat(349_000)}{}]`, 'INVALID_JSON'],
  ['half a million numbers', `[${'0,'.repeat(500_000)}0]`, 'INVALID_JSON'],
]

function manyMembers(count: number): string {
  const members = Array.from({ length: count }, (_, index) => `"member-${index}":${index}`)
  return `{${members.join(',')}}`
}

/** Texts that are not addresses, and unusual ones that are. */
export const HOSTILE_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['nothing', ''],
  ['NUL', 'a\u0000b@explicit.mailproof.net'],
  ['NUL in the domain', 'ada@explicit\u0000.mailproof.net'],
  ['CRLF', 'ada@explicit.mailproof.net\r\nBcc: bob@example.org'],
  ['a lone high surrogate', 'a\ud800@explicit.mailproof.net'],
  ['a lone low surrogate', '\udc00'],
  ['a lone surrogate in the domain', 'ada@\udfff.net'],
  ['a surrogate pair', '😀@😀.net'],
  ['direction marks', '\u202eada@\u202eexplicit.mailproof.net'],
  ['a BOM', '\ufeffada@explicit.mailproof.net'],
  ['a name of the prototype', '__proto__@constructor'],
  ['a hundred thousand @', '@'.repeat(100_000)],
  ['a hundred thousand dots', `a@${'.'.repeat(100_000)}`],
  ['a hundred thousand quotes', '"'.repeat(100_000)],
  ['a hundred thousand backslashes', `"${'\\'.repeat(100_000)}"@a.net`],
  ['a hundred thousand combining marks', `a${'\u0301'.repeat(100_000)}@a.net`],
  ['a hundred thousand letters that expand', `a@${'ﷺ'.repeat(100_000)}.net`],
  ['a hundred thousand colons', `a@[IPv6:${':'.repeat(100_000)}]`],
  ['Punycode that decodes to much', `a@xn--${'9'.repeat(50_000)}.net`],
  ['half a megabyte', 'a'.repeat(500_000)],
  ['half a megabyte of a domain', `ada@${'a.'.repeat(250_000)}net`],
]

/** Malformed HTTP requests, and requests with an invalid header or target. */
export const BROKEN_REQUESTS: readonly (readonly [what: string, bytes: string])[] = [
  ['noise', 'hello\r\n\r\n'],
  ['the beginning of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a version that is none', request('GET /health/live HTTP/9.9')],
  ['a method that is none', request('BREW /health/live HTTP/1.1')],
  ['a method in small letters', request('get /health/live HTTP/1.1')],
  ['a target without a host', request('GET http:// HTTP/1.1')],
  ['a tunnel', request('CONNECT localhost:1 HTTP/1.1')],
  ['a space in the path', request('GET /health/ live HTTP/1.1')],
  ['NUL in the path', request('GET /health\u0000/live HTTP/1.1')],
  ['NUL in a header', request('GET /health/live HTTP/1.1', 'X-Parent-ID: a\u0000b')],
  ['NUL in the name of a header', request('GET /health/live HTTP/1.1', 'X-Par\u0000ent: a')],
  ['NUL in the key', request('GET /v1/stats HTTP/1.1', 'X-API-Key: mpk_\u0000')],
  ['CR in a header', request('GET /health/live HTTP/1.1', 'X-Parent-ID: a\rb')],
  ['a header without a colon', request('GET /health/live HTTP/1.1', 'nonsense')],
  ['a header with a space in its name', request('GET /health/live HTTP/1.1', 'X Parent: a')],
  ['a control character in a header', request('GET /health/live HTTP/1.1', 'X-Parent-ID: a\u0007b')],
  ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n'],
  ['an unknown expectation', request('GET /health/live HTTP/1.1', 'Expect: the-unexpected')],
  ['headers of 20 KiB', request('GET /health/live HTTP/1.1', `X-Long: ${'x'.repeat(20_480)}`)],
  ['a path of 20 KiB', request(`GET /${'x'.repeat(20_480)} HTTP/1.1`)],
  ['a length that is no number', request('POST /v1/verify HTTP/1.1', 'Content-Length: five')],
  ['a negative length', request('POST /v1/verify HTTP/1.1', 'Content-Length: -1')],
  ['a length beyond all numbers', request('POST /v1/verify HTTP/1.1', `Content-Length: ${'9'.repeat(40)}`)],
  ['two lengths', request('POST /v1/verify HTTP/1.1', 'Content-Length: 2', 'Content-Length: 3')],
  [
    'a length and chunks, as request smugglers send it',
    request('POST /v1/verify HTTP/1.1', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
  ],
  [
    'chunks that are none',
    `${request('POST /v1/verify HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`,
  ],
]

/** A request without a body, with a well-formed but unknown key, so that it gets as far as it can. */
function request(line: string, ...headers: string[]): string {
  return [line, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

/** Paths without a route. */
export const NOWHERE: readonly string[] = [
  '/v1',
  '/v1/',
  '/v1/nothing',
  '/v3/verify',
  '/api',
  '/api/v3/verify',
  '/v2/verify/batch',
  '/api/api/v1/verify',
  '/verify',
  '/v1/verify/bulk/agent/nothing',
  '/v1/accounts/019acb5e-1c55-7a20-b1f4-93d7b6a0c1de',
  '/health/dead',
  '/.env',
  '/.git/config',
  '/v1/../../../../etc/passwd',
  '/__proto__',
  '/constructor',
  '/%00',
  '/%F0%9F%98%80',
  '//example.org/health/live',
  '/metrics',
  `/${'x'.repeat(8_000)}`,
  `/${'../'.repeat(2_000)}`,
]
