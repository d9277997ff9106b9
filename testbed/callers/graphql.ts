import assert from 'node:assert/strict'
import { expectCommon } from '../contract/answers.js'
import type { RunningService } from '../service/service.js'
import type { Answer } from './client.js'

type Reached = Pick<RunningService, 'request'>

export interface AskOptions {
  readonly key?: string
  readonly variables?: object
  readonly operationName?: string
  readonly headers?: Readonly<Record<string, string | string[]>>
}

/** Strings that occur only inside the service. */
const INSIDE = /node_modules|\bat \S+ \(|\bat file:|\.[jt]s:\d+|stacktrace|LMDB|\/src\/|\/dist\//i

/** An operation over HTTP; its response is validated as one of GraphQL. */
export async function ask(api: Reached, query: string, { key, headers, ...rest }: AskOptions = {}): Promise<Answer> {
  const body = { query, ...rest }
  const answer = await api.request('POST', '/graphql', { ...(key && { key }), ...(headers && { headers }), body })
  expectGraphql(answer)
  return answer
}

/** The data of an operation that has no errors. */
export async function dataOf(api: Reached, query: string, options: AskOptions = {}): Promise<Answer['body']> {
  const { status, body } = await ask(api, query, options)
  assert.deepEqual({ status, errors: body.errors }, { status: 200, errors: undefined })
  return body.data
}

/** What every GraphQL response over HTTP promises. */
export function expectGraphql(answer: Answer): void {
  expectCommon(answer)
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-store')
  for (const { message, extensions } of answer.body.errors ?? []) {
    assert.match(extensions.code, /^[A-Z]+(_[A-Z]+)+$/)
    assert.match(message, /^.{12,}[.?}…]$/su)
  }
  if (answer.body.errors) assert.doesNotMatch(answer.text, INSIDE)
}

/** The codes of all errors. */
export const codesOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code)
