// What an expert in deliverability would decide, kind by kind, written down before the engine was run. Sources: RFC 1123,
// 2142, 2606, 5321, 6531, 7505; UTS #39; the name rules that providers publish; M3AAWG on spam traps.
import { expect, test } from '@jest/globals'
import { createEngine } from '../../../src/features/verification/engine/engine.js'
import type { Facts } from '../../../src/features/verification/engine/facts.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { decideV2, isDoubtful, judgeV2 } from '../../../src/features/verification/engine/policy/v2.js'
import type { MailRoute } from '../../../src/features/verification/engine/route.js'

const ROUTES: { readonly [domain: string]: MailRoute } = {
  'no-mail.net': { kind: 'null_mx' },
  'gone.net': { kind: 'no_records', nameExists: false },
  'web-only.net': { kind: 'no_records', nameExists: true },
  'dead-mx.net': { kind: 'no_target', exchanges: ['mx.dead-mx.net'] },
  'inside.net': { kind: 'not_public', exchanges: ['mx.inside.net'] },
  'silent.net': { kind: 'temporary', failed: 'mx', how: 'timeout', exchanges: [] },
  'broken.net': { kind: 'temporary', failed: 'mx', how: 'error', code: 'SERVFAIL', exchanges: [] },
  'old-host.net': { kind: 'implicit' },
  'for-sale.net': { kind: 'implicit', parked: true },
  'github.io': { kind: 'implicit', parked: true },
  'swallows.net': { kind: 'explicit', exchanges: ['mx.h-email.net'], blackHole: true },
}
const routed = (domain: string) => ({
  route: ROUTES[domain] ?? ({ kind: 'explicit', exchanges: [`mx.${domain}`] } as const),
  checkedAt: 0,
  ttl: 300,
})
const engine = createEngine({ lists: loadLists(), router: { cached: routed, find: async (name) => routed(name) } })

/** Each line: decision, the deciding reason, addresses; no space belongs to an address, `_` stands for one. */
const EXPECTED = `
allow deliverable jane.doe@gmail.com jane@outlook.com jane.roe@yahoo.com jane@acme-corp.com o'neil@acme-corp.com dev.patel@acme-corp.com
allow deliverable jane@münchen.de jane@xn--mnchen-3ya.de jane@пример.рф jane@例え.jp jane@acme.photography jane@a.co 12345678@qq.com
allow deliverable 13812345678@163.com jane-doe@yandex.ru jane_doe@hotmail.com jane.doe@proton.me jane-shop@yahoo.com hushed-bracer.0a@icloud.com
allow deliverable devin@acme-corp.com contest@acme-corp.com maria@sub.acme-corp.com jane@東京abc.jp jane@mail.ru jane.doe@mail.ru
allow plus_addressing jane+news@acme-corp.com jane.doe+shop@gmail.com
allow privacy_relay x7k2@privaterelay.appleid.com jane@duck.com abc@mozmail.com abc123@duck.com foo.bar@passmail.net foo@jane.anonaddy.com
allow implicit_mx jane@old-host.net
deny syntax_invalid jane jane@ @acme.com jane@@acme.com jane..doe@acme.com .jane@acme.com jane.@acme.com jane@-acme.com jane@acme..com
deny syntax_invalid jane@acme_corp.com jane_doe_@acme.com<x jane@acme.com. <jane@acme.com> mailto:jane@acme.com jane@i❤.ws jane@xn--i-7iq.ws
deny reserved_domain jane@example.com jane@acme.test jane@acme.local jane@acme.invalid jane@localhost jane@acme.onion
deny no_records jane@gone.net jane@web-only.net
deny null_mx jane@no-mail.net
deny mx_absent jane@dead-mx.net jane@inside.net jane@[10.0.0.1]
deny blackhole_mx jane@swallows.net
deny disposable jane@mailinator.com jane@inbox.mailinator.com jane@guerrillamail.com jane@yopmail.com jane@h0tmaii.com jane@outlok.com jane@gnail.com
review probable_typo jane@gmail.gmail.com jane@gmail.comgmail.com jane@hotmail.hotmail.com jane@grnail.com jane@yah00.com
review probable_typo jane.doe@gmail.co jane@gmail.con jane@acme.con
review role_account info.uk@acme-corp.com sales-emea@acme-corp.com pedidos@acme-corp.com ksiegowosc@acme-corp.com receptie@acme-corp.com
review role_account info@acme-corp.com billing+x@acme-corp.com sales@acme-corp.com webmaster@acme-corp.com security@acme-corp.com hostmaster@acme-corp.com
review system_email noreply@acme-corp.com mailer-daemon@acme-corp.com SRS0=h4sh=ab=acme.net=jane@acme-corp.com prvs=1234abcd=jane@acme-corp.com
review ci_cd jenkins@acme-corp.com
review developer_test test@acme-corp.com asdf@acme-corp.com
review development_env jane@staging.acme-corp.com
review temporary temp@acme-corp.com throwaway12@acme-corp.com
review impossible_at_provider john_doe@gmail.com ab@gmail.com john-doe@googlemail.com 😀@gmail.com a#b@outlook.com jane!@yahoo.com
review impossible_at_provider jane.m.doe@yahoo.com 1jane@aol.com jane-doe@fastmail.com jane$@fastmail.fm
review impossible_at_provider jane_doe@yandex.ru 123456789012345@qq.com jane.doe@naver.com
review confusable jane@gmаil.com jаne@acme-corp.com jane@аррӏе.com jane@gmáil.com jane@ρaypal.com
review smtputf8_required 用户@例え.jp jürgen@acme-corp.com иван@почта.рф
review quoted_local_part "jane.doe"@acme-corp.com
review routed_local_part jane%acme.com@relay.com acme!jane@relay.com =?utf-8?q?=40evil.com=00?=@acme-corp.com =?x?Q?=41?=foo@acme-corp.com
review parked_domain jane@for-sale.net jane@github.io
review address_literal jane@[192.0.3.1]
review dns_timeout jane@silent.net info@silent.net
review dns_error jane@broken.net
`
const ROWS = EXPECTED.trim()
  .split('\n')
  .flatMap((line) => {
    const [decision = '', reason = '', ...addresses] = line.split(' ')
    return addresses.map((address) => [address, decision, reason] as const)
  })

test('about a hundred addresses are decided as an expert would, by the reason that an expert would give', () => {
  expect(ROWS.length).toBeGreaterThan(100)
  const decided = ROWS.map(([address]) => {
    const { decision, reasons } = judgeV2(engine.gather(address) as Facts, 0)
    return [address, decision, reasons[0]?.code]
  })
  expect(decided).toEqual(ROWS)
})

test('what a batch records as doubtful is what v2 does not allow, a failed lookup aside', () => {
  for (const [address, decision, reason] of ROWS) {
    const facts = engine.gather(address) as Facts
    if (facts.parsed.ok && !facts.domain?.reserved && reason !== 'dns_timeout' && reason !== 'dns_error')
      expect([address, isDoubtful(decideV2(facts).reasons)]).toEqual([address, decision !== 'allow'])
  }
})

test('a domain that is listed and a typo is never allowed, and has its correction', () => {
  const verdict = judgeV2(engine.gather('jane@h0tmaii.com') as Facts, 0)
  expect(verdict).toMatchObject({ decision: 'deny', didYouMean: 'jane@hotmail.com', signals: { disposable: true } })
  expect(verdict.reasons.map(({ code }) => code)).toEqual(['disposable', 'probable_typo'])
})

test('the two spellings of a domain get one verdict', () => {
  const pairs = [
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['gmаil.com', 'xn--gmil-63d.com'],
    ['i❤.ws', 'xn--i-7iq.ws'],
    ['ελλάδα.gr', 'xn--hxakic4aa.gr'],
  ]
  for (const [unicode, ascii] of pairs) {
    const [one, other] = [unicode, ascii].map((domain) => judgeV2(engine.gather(`jane@${domain}`) as Facts, 0))
    expect(one).toEqual(other)
  }
})
