import { describe, expect, test } from '@jest/globals'
import { readCurated } from '../../../scripts/lists/curated.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'

const lists = loadLists()

describe('the provider by email domain', () => {
  test.each([
    ['gmail.com', 'gmail'],
    ['googlemail.com', 'gmail'],
    ['hotmail.co.uk', 'outlook'],
    ['live.nl', 'outlook'],
    ['msn.com', 'outlook'],
    ['yahoo.fr', 'yahoo'],
    ['ymail.com', 'yahoo'],
    ['yahoo.co.jp', 'yahoo_japan'],
    ['me.com', 'icloud'],
    ['pm.me', 'proton'],
    ['gmx.at', 'gmx'],
    ['web.de', 'web.de'],
    ['bk.ru', 'mail.ru'],
    ['ya.ru', 'yandex'],
    ['qq.com', 'qq'],
    ['126.com', 'netease'],
    ['sent.com', 'fastmail'],
    ['techie.com', 'mail.com'],
  ])('%s is %s', (domain, provider) => expect(lists.domainFacts(domain).provider).toBe(provider))

  test.each(['company.example.net', 'mail.gmail.com', 'gmail.com.br', 'notgmail.com', ''])('%j has none', (domain) =>
    expect(lists.domainFacts(domain).provider).toBeUndefined(),
  )

  test('no curated provider is disposable, a relay, reserved, or a typo', () => {
    for (const line of readCurated('providers')) {
      const [domain = ''] = line.split(' ')
      const { disposable, privacyRelay, meant, reserved, provider } = lists.domainFacts(domain)
      expect({ domain, disposable, privacyRelay, meant, reserved, named: provider !== undefined }).toEqual({
        domain,
        disposable: undefined,
        privacyRelay: false,
        meant: undefined,
        reserved: false,
        named: true,
      })
    }
  })
})

describe('the provider by mail exchange', () => {
  test.each([
    ['gmail-smtp-in.l.google.com', 'gmail'],
    ['alt3.gmail-smtp-in.l.google.com', 'gmail'],
    ['aspmx.l.google.com', 'google_workspace'],
    ['aspmx2.googlemail.com', 'google_workspace'],
    ['hotmail-com.olc.protection.outlook.com', 'outlook'],
    ['contoso-com.mail.protection.outlook.com', 'microsoft365'],
    ['contoso-com.i-v1.mx.microsoft', 'microsoft365'],
    ['mta6.am0.yahoodns.net', 'yahoo'],
    ['mx-aol.mail.gm0.yahoodns.net', 'aol'],
    ['mx01.mail.icloud.com', 'icloud'],
    ['mailsec.protonmail.ch', 'proton'],
    ['in1-smtp.messagingengine.com', 'fastmail'],
    ['mx2.zoho.eu', 'zoho'],
    ['mx00.gmx.net', 'gmx'],
    ['mxs.mail.ru', 'mail.ru'],
    ['mx.yandex.net', 'yandex'],
    ['mx3.qq.com', 'qq'],
    ['163mx01.mxmail.netease.com', 'netease'],
    ['MX1.NAVER.COM.', 'naver'],
    ['mx1.larksuite.com', 'lark'],
    ['mx2.feishu.cn', 'lark'],
    ['contoso-com.mail.eo.outlook.com', 'microsoft365'],
    ['mx1.beget.com', 'beget'],
    ['mx1.timeweb.ru', 'timeweb'],
    ['mx01.lolipop.jp', 'lolipop'],
  ])('of %s is %s', (exchange, operator) => expect(lists.providerByExchange(exchange)).toBe(operator))

  test.each([
    'eu-smtp-inbound-1.mimecast.com',
    'mx0a-00123456.pphosted.com',
    'd12345.ess.barracudanetworks.com',
    'mx1.company.example.net',
    'mail.notgoogle.com',
    'com',
    '.',
    '',
  ])('of %j, a filter or unknown host, is undefined', (exchange) =>
    expect(lists.providerByExchange(exchange)).toBeUndefined(),
  )
})

describe('a free provider', () => {
  test.each(
    'gmail.com yahoo.de outlook.fr icloud.com proton.me gmx.net web.de mail.ru qq.com naver.com rediffmail.com aol.com'.split(
      ' ',
    ),
  )('includes %s', (domain) => expect(lists.domainFacts(domain).free).toBe(true))

  test.each([
    ['fastmail.com', 'only sells mailboxes'],
    ['posteo.de', 'only sells mailboxes'],
    ['mailinator.com', 'is disposable, though lists of free providers hold it'],
    ['duck.com', 'is a relay, though a list of free providers holds it'],
    ['facebook.com', 'gives no mailboxes'],
    ['microsoft.com', 'is a company'],
    ['mail.gmail.com', 'is no domain of the provider’s users'],
  ])('%s %s', (domain) => expect(lists.domainFacts(domain).free).toBe(false))
})

describe('a major provider', () => {
  test.each(['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'aol.com', 'mail.ru', 'qq.com', 'gmx.de'])(
    'includes %s: a transient DNS error proves nothing',
    (domain) => expect(lists.domainFacts(domain).major).toBe(true),
  )

  test.each(['company.example.net', 'mailinator.com', 'gmial.com', 'disroot.org'])('does not include %s', (domain) =>
    expect(lists.domainFacts(domain).major).toBe(false),
  )
})

test.each(['example.com', 'mail.example.org', 'host.test', 'a.onion'])('%s is reserved and not on any list', (domain) =>
  expect(lists.domainFacts(domain)).toEqual({
    disposable: undefined,
    privacyRelay: false,
    free: false,
    provider: undefined,
    meant: undefined,
    reserved: true,
    major: false,
  }),
)
