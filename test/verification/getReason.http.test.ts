// The pages that explain reasons.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ReasonCode, V1_REASONS, V2_REASONS } from '../../src/features/verification/engine/policy/reasonCodes.js'
import { codeOf } from '../../testbed/contract/answers.js'
import type { InProcessService } from '../../testbed/service/inProcess.js'
import { start } from '../../testbed/service/start.js'
import { describeMethods, describeParameters, testForms } from '../support/promises.js'

let api: InProcessService
beforeAll(async () => {
  api = await start()
})
afterAll(() => api.stop())

const CODES = [...new Set<ReasonCode>([...V1_REASONS, ...V2_REASONS])]

describe('200', () => {
  test.each(CODES)('has a page at the hyphenated name of %s', async (code) => {
    const { text, headers } = await api.call('getReason', { params: { slug: code.replaceAll('_', '-') } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain(`<code>${code}</code>`)
    expect(text).toMatch(/<h1[^>]*>.{15,}<\/h1>/)
    expect(text).toMatch(/<title>.{15,}<\/title>/)
    expect(text).toMatch(/allow|deny|review/)
    expect(text).toMatch(/\/v[12]\/verify/)
  })
})

describe('400', () => {
  describeParameters(() => api, 'getReason')

  test.each(['%', '%zz', '%E0%A4%A', '%ff'])('reports a path with invalid percent-encoding (%s)', async (slug) => {
    const answer = await api.request('GET', `/docs/reasons/${slug}`)
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('VALIDATION_ERROR')
  })
})

describe('404', () => {
  test.each([
    'nothing',
    'plus_addressing',
    'Deliverable',
    '__proto__',
    'constructor',
    '%3Cscript%3E',
    'deliverable%00',
  ])('is the response for an unknown reason: %s', async (slug) => {
    const answer = await api.call('getReason', { params: { slug } })
    expect(answer.status).toBe(404)
    expect(codeOf(answer)).toBe('NOT_FOUND')
    expect(answer.text).not.toContain('script')
  })
})

describeMethods(() => api, 'getReason')
describe('the forms of its path', () => testForms(() => api, 'getReason'))
