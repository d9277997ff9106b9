// Test, system and other patterns of addresses.
import { describe, expect, test } from '@jest/globals'
import { PATTERNS, type Pattern } from '../../../src/features/verification/engine/facts.js'
import { patternsOf } from '../../../src/features/verification/engine/patterns.js'
import { parseMailbox } from '../../../src/features/verification/engine/syntax/parseMailbox.js'

function patterns(text: string): readonly Pattern[] {
  const parsed = parseMailbox(text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem}`)
  return patternsOf(parsed.mailbox)
}

const MATCHES: Readonly<Record<Pattern, readonly string[]>> = {
  plus_addressing: ['ada+news@x.org', 'ada+@x.org', 'ada+a+b@x.org', '"ada+a b"@x.org', 'ADA+X@x.org'],
  developer_test: [
    'test@x.org',
    'TEST@x.org',
    'test1@x.org',
    'test-2024@x.org',
    'tester@x.org',
    'testing@x.org',
    'test.user@x.org',
    'test_signup_17@x.org',
    'testuser3@x.org',
    'dev@x.org',
    'qa@x.org',
    'foo@x.org',
    'bar@x.org',
    'foobar@x.org',
    'foo.bar@x.org',
    'asdf@x.org',
    'asdf123@x.org',
    'qwerty@x.org',
    'e2e-run-5@x.org',
    'dummy@x.org',
    '"test"@x.org',
  ],
  system_email: [
    'noreply@x.org',
    'no-reply@x.org',
    'no_reply@x.org',
    'no.reply@x.org',
    'NoReply@x.org',
    'donotreply@x.org',
    'do-not-reply@x.org',
    'accounts-noreply@x.org',
    'no-reply-billing@x.org',
    'mailer-daemon@x.org',
    'MAILER-DAEMON@x.org',
    'postmaster@x.org',
    'bounce@x.org',
    'bounces@x.org',
    'bounce-123-ada=x.org@y.org',
    'daemon@x.org',
    'root@x.org',
    'cron@x.org',
    'www-data@x.org',
    'notifications@x.org',
    'ada@users.noreply.github.com',
  ],
  temporary: [
    'temp@x.org',
    'tmp@x.org',
    'tmp42@x.org',
    'temp-1@x.org',
    'throwaway@x.org',
    'throw.away@x.org',
    'disposable@x.org',
    'temp.mail@x.org',
    'tempmail99@x.org',
    'trashmail@x.org',
    'burner-email@x.org',
  ],
  development_env: [
    'ada@dev.x.org',
    'ada@staging.x.co.uk',
    'ada@mail.test.x.org',
    'ada@qa2.x.org',
    'ada@sandbox.x.org',
    'ada@preview.x.org',
    'ada@internal.x.org',
    'ada@localhost',
    'ada@app.localhost',
    'ada@app.test',
    'ada@printer.local',
    'ada@db.internal',
  ],
  ci_cd: [
    'jenkins@x.org',
    'github-actions@x.org',
    'gitlab-ci@x.org',
    'gitlab.ci@x.org',
    'circleci@x.org',
    'travis-ci@x.org',
    'buildbot@x.org',
    'dependabot@x.org',
    'renovate@x.org',
    'renovate-bot@x.org',
    '"dependabot[bot]"@x.org',
    'ci@x.org',
  ],
}

describe.each(PATTERNS)('%s', (pattern) => {
  test('is recognised in all of its examples', () => {
    expect(MATCHES[pattern].filter((text) => !patterns(text).includes(pattern))).toEqual([])
  })
})

describe('names of people and places match no pattern', () => {
  test('in any of these look-alikes', () => {
    const rows = [
      'ada.lovelace@x.org',
      'tempest@x.org',
      'temple@x.org',
      'temperance@x.org',
      'templeton.peck@x.org',
      'contempt@x.org',
      'attempt@x.org',
      'tempe@x.org',
      'contest@x.org',
      'testa@x.org',
      'testino@x.org',
      'testarossa@x.org',
      'protest@x.org',
      'latest@x.org',
      'attest@x.org',
      'john.test@x.org',
      'devin@x.org',
      'devon@x.org',
      'dev.patel@x.org',
      'devi@x.org',
      'bart@x.org',
      'barbara@x.org',
      'bar.refaeli@x.org',
      'foote@x.org',
      'qadir@x.org',
      'travis@x.org',
      'travis.scott@x.org',
      'circle@x.org',
      'katherine.jenkins@x.org',
      'jenkinson@x.org',
      'cicely@x.org',
      'lucia@x.org',
      'renovation@x.org',
      'rooth@x.org',
      'rootes@x.org',
      'cronin@x.org',
      'cronje@x.org',
      'damon@x.org',
      'reply@x.org',
      'noreen@x.org',
      'stagecoach@x.org',
      'staging@x.org',
      'local@x.org',
      'jane.doe.temp@x.org',
      'temp.agency@x.org',
      'trash@x.org',
      'burner@x.org',
      '123456789@qq.com',
      '"a b"@x.org',
      'ada@[192.0.2.1]',
      'ada@dev.to',
      'ada@surma.dev',
      'ada@sandbox.com',
      'ada@local.ch',
      'ada@test.de',
      'ada@preview.co.uk',
      'ada@developers.x.org',
      'ada@latest.x.org',
      'ada@devon.x.org',
      'ada@stagecoach.x.org',
      'ada@testing-services.x.org',
    ]
    expect(rows.map((text) => [text, patterns(text)])).toEqual(rows.map((text) => [text, []]))
  })
})

describe('a tag', () => {
  test('can match the test and robot patterns', () => {
    expect(patterns('ada+test@x.org')).toEqual(['plus_addressing', 'developer_test'])
    expect(patterns('ada+test12@x.org')).toEqual(['plus_addressing', 'developer_test'])
    expect(patterns('ada+github-actions@x.org')).toEqual(['plus_addressing', 'ci_cd'])
    expect(patterns('49699333+dependabot@x.org')).toContain('ci_cd')
  })
  test('does not change whose mailbox it is', () => {
    const rows = ['ada+temp@x.org', 'ada+throwaway@x.org', 'ada+noreply@x.org', 'ada+root@x.org']
    expect(rows.map((text) => [text, patterns(text)])).toEqual(rows.map((text) => [text, ['plus_addressing']]))
  })
  test('leaves the word before it unchanged', () => {
    expect(patterns('temp+1@x.org')).toEqual(['plus_addressing', 'temporary'])
    expect(patterns('bounces+17-abc@x.org')).toEqual(['plus_addressing', 'system_email'])
  })
  test('requires a word before it', () => expect(patterns('+ada@x.org')).toEqual([]))
})

test('several patterns are reported in a fixed order', () =>
  expect(patterns('test+jenkins@noreply.dev.x.org')).toEqual([
    'plus_addressing',
    'developer_test',
    'system_email',
    'development_env',
    'ci_cd',
  ]))
