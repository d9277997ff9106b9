// The types made from the contract accept what it describes, and nothing else.
import { expect, test } from '@jest/globals'
import type { ApiSchema, Body, Params, Query, Responses } from '../../../src/api/contract/types.js'

/** Checked by the compiler: each expected error fails the build if it does not occur. */
test('an operation is typed by its operationId', () => {
  const body: Body<'verifyEmail'> = { email: 'a@b.co', share_signals: false, debug: false, mailbox: false }
  // @ts-expect-error an unknown member
  const unknownMember: Body<'verifyEmailSignals'> = { email: 'a@b.co', debug: true }
  // @ts-expect-error there is no body
  const noBody: Body<'getUsage'> = {}
  const key: Body<'generateKey'> = {}
  const params: Params<'revokeKey'> = { keyId: 'k1' }
  // @ts-expect-error there is no such path parameter
  const noParams: Params<'getUsage'> = { keyId: 'k1' }
  // @ts-expect-error there is no such parameter
  const noQuery: Query<'getUsage'> = { page: 1 }

  const summary = { total: 0, valid: 0, invalid: 0, unknown: 0 } as const
  const results: readonly ApiSchema<'VerificationResult'>[] = []
  // @ts-expect-error a member that is always sent
  const incomplete: ApiSchema<'VerificationResult'> = { status: 'valid' }
  const answer: Responses<'verifyBatch'> = {
    status: 200,
    body: { results, summary },
    headers: { 'X-Signal-Sharing': 'ignored-plan' },
  }
  // @ts-expect-error creating returns 201
  const wrongStatus: Responses<'generateKey'> = { status: 200, body: { success: true } }
  // @ts-expect-error the body of another status
  const wrongBody: Responses<'getLiveness'> = { status: 200, body: { error: { message: '', code: '' } } }
  // @ts-expect-error a header that the contract does not declare
  const wrongHeader: Responses<'getAccount'>['headers'] = { 'X-Other': 'x' }
  const file = { blob: 'b', bytes: 1, sha256: '' }
  const form: Body<'uploadBulk'> = { file, has_header: true }
  // @ts-expect-error the file of a form is stored, and is not a text
  const fileAsText: Body<'uploadBulk'> = { file: 'email' }
  async function* texts() {
    yield '{'
  }
  const streamed: Responses<'getBatchResults'> = { status: 200, body: texts() }
  const page: Responses<'getReason'> = { status: 200, body: '<!doctype html>' }

  const all = [
    body,
    unknownMember,
    noBody,
    key,
    params,
    noParams,
    noQuery,
    incomplete,
    answer,
    wrongStatus,
    wrongBody,
    wrongHeader,
    form,
    fileAsText,
    streamed,
    page,
  ]
  expect(all.every((value) => value !== undefined)).toBe(true)
})
