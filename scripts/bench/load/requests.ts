/** The bytes of a POST request with a JSON body, or of a GET request if there is no body. */
export function requestBytes(path: string, { key, body }: { key?: string; body?: unknown } = {}): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  return Buffer.from(
    [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      'Host: localhost',
      ...(key === undefined ? [] : [`X-API-Key: ${key}`]),
      ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
      '',
      text,
    ].join('\r\n'),
  )
}

/** Requests to POST /v1/verify, one for each address and account. */
export const verifyRequests = (emails: readonly string[], keys: readonly string[]): Buffer[] =>
  emails.flatMap((email) => keys.map((key) => requestBytes('/v1/verify', { key, body: { email } })))

/** Requests to the echo server, one for each address. */
export const echoRequests = (emails: readonly string[]): Buffer[] =>
  emails.map((email) => requestBytes('/', { body: { email } }))

/** @returns a function that returns the items one after the other, and starts over after the last */
export function cycle<T>(items: readonly T[]): () => T {
  let index = 0
  return () => items[index++ % items.length]!
}
