// Which domains are taken for typos, and which never.
import { describe, expect, test } from '@jest/globals'
import { parse } from 'tldts'
import { readPackagedLists } from '../../../scripts/lists/sources.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { createTypos } from '../../../src/features/verification/engine/lists/typos.js'
import { readCurated, readCuratedNames } from '../../../src/features/verification/lists/curated.js'
import fc from '../../../testbed/fastCheck.js'

const lists = loadLists()
const meant = (domain: string) => lists.domainFacts(domain).meant
const words = (text: string) => text.trim().split(/\s+/)

describe('a typo is answered with the intended provider', () => {
  test.each([
    ['gmail.com', 'gmial.com gmai.com gnail.com gamil.com gmal.com gmil.com gmaill.com gmsil.com gmaik.com ggmail.com'],
    [
      'gmail.com',
      'gmail.con gmail.co gmail.cm gmail.cmo gmail.om gmail.comm gmail.vom gmail.co.uk gmail.com.com gmailc.om',
    ],
    [
      'hotmail.com',
      'hotmial.com hotmal.com hotmai.com hotmil.com homail.com htomail.com hotnail.com hotmaill.com otmail.com',
    ],
    ['hotmail.com', 'hotmail.con hotmail.co hotmail.cmo hotmial.con'],
    ['hotmail.co.uk', 'hotmial.co.uk hotmail.uk hotmail.couk hotmail.com.uk'],
    ['outlook.com', 'outlok.com outloo.com outllok.com outlool.com oulook.com outloook.com outlook.con putlook.com'],
    ['yahoo.com', 'yaho.com yahooo.com yhoo.com yahho.com yaoo.com yhaoo.com yajoo.com yahoo.con yahoo.co yahoo.cm'],
    ['yahoo.co.uk', 'yaho.co.uk yahoo.com.uk yahoo.co.ik'],
    ['yahoo.fr', 'yaho.fr yahooo.fr'],
    ['icloud.com', 'iclould.com iclound.com icoud.com iclud.com iclod.com icloud.con icloud.co'],
    ['protonmail.com', 'protonmial.com protonmai.com protomail.com protonmail.con'],
    ['aol.com', 'aol.con aol.cmo aol.co aol.cm'],
    ['gmail.com', 'g-mail.com gmial.co gmaal.com gimail.com'],
    ['gmx.de', 'gxm.de'],
    ['live.com', 'live.con live.cmo'],
    ['comcast.net', 'comcst.net concast.net comcast.ent'],
    ['verizon.net', 'verzion.net verison.net'],
    ['sbcglobal.net', 'sbcgobal.net sbcglobal.ent'],
    ['googlemail.com', 'googlemial.com googlemail.con'],
    ['orange.fr', 'orang.fr'],
    ['t-online.de', 't-onlin.de tonline.de'],
    ['yandex.ru', 'yadex.ru'],
    ['web.de', 'web.ed'],
    ['sbcglobal.net', 'sbcglobal.com'],
    ['gmail.com', 'gmailgmail.com gmail.gmail.com gmail.comgmail.com gmail.com.gmail.com grnail.com'],
    ['yahoo.com', 'yahoo.yahoo.com yah00.com'],
    ['gmx.de', 'gmx.gmx.de gmxgmx.de'],
    ['gmail.com', 'gmail gmailcom'],
    ['hotmail.com', 'hotmail hotmailcom'],
    ['yahoo.com', 'yahoo yahoocom'],
    ['outlook.com', 'outlook'],
    ['ymail.com', 'ymail.con ymail.cmo'],
    ['att.net', 'att.ent att.nt'],
    ['naver.com', 'naver.con'],
    ['sfr.fr', 'sfr.ft'],
    ['126.com', '126.con'],
    ['foxmail.com', 'foxmail.con'],
    ['earthlink.net', 'earthlink.ney'],
    ['proton.me', 'proton.mee'],
    ['virginmedia.com', 'virginmmedia.com virgnmedia.com virginmedai.com'],
    ['skynet.be', 'skyne.be skynt.be'],
    ['gmail.com', 'gmailcom.com'],
    ['yahoo.co.uk', 'yahoocouk.co.uk'],
    ['bol.com.br', 'bol.cmo.br'],
    ['ziggo.nl', 'ziggo.lnl'],
    ['rogers.com', 'rogeres.com'],
    ['club-internet.fr', 'club-intrnet.fr clubinternet.fr'],
  ])('%s: %s', (domain, slips) => {
    expect(words(slips).map((slip) => [slip, meant(slip)])).toEqual(words(slips).map((slip) => [slip, domain]))
  })

  test.each([
    ['yaho.com', 'yahoo.com'],
    ['gmial.com', 'gmail.com'],
    ['gmail.net', 'gmail.com'],
    ['gmail.com.com', 'gmail.com'],
    ['hotmai.com', 'hotmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['gotmail.com', 'hotmail.com'],
    ['gemail.com', 'gmail.com'],
    ['aoll.com', 'aol.com'],
  ])('whatever a list of disposable domains says of %s', (domain, provider) =>
    expect(lists.domainFacts(domain)).toMatchObject({ meant: provider }),
  )
})

describe('a real domain is not corrected', () => {
  test.each(
    words(`gmail.com googlemail.com mail.com email.com ymail.com gmx.com gmx.net gmx.de web.de proton.me pm.me hey.com
    mailbox.org fastmail.com fastmail.fm hotmail.com hotmail.co.uk hotmail.ca live.nl live.co.uk outlook.fr outlook.jp
    yahoo.co.uk yahoo.com.br yahoo.co.jp rocketmail.com aol.de aim.com me.com mac.com msn.com att.net cox.net icloud.com
    qq.com 163.com 126.com sina.com naver.com mail.ru bk.ru list.ru yandex.com ya.ru tut.by wp.pl o2.pl op.pl
    seznam.cz email.cz centrum.cz post.cz free.fr orange.fr sfr.fr neuf.fr libero.it tin.it tim.it virgilio.it
    btinternet.com sky.com virgin.net ntlworld.com t-online.de freenet.de posteo.de tuta.io hush.com inbox.lv abv.bg`),
  )('%s, a provider', (domain) => expect(meant(domain)).toBeUndefined())

  test.each(
    words(`gmail.ru gmail.sk yahoo.ar yahoo.au yahoo.br yahoo.hk yahoo.id yahoo.mx yahoo.my yahoo.ph yahoo.sg yahoo.uk
    yahoo.vn`),
  )('%s, a second domain of a provider', (domain) => expect(meant(domain)).toBeUndefined())

  test.each(
    words(`cloud.com mcloud.com line.me life.com love.com lime.com olive.com like.com mango.com yahoomail.com wahoo.com
    grail.com snail.com trail.com email.org mailchimp.com gmane.org hotels.com hotelmail.de hostmail.net postmail.ch
    topmail.de outlet.com lookout.com outdoors.com organge.com horizon.net ts-online.de mt-online.de tv-online.de
    libro.it liberty.it lapostenet.com protonix.com ao.com all.com apl.com mecom.com web.dev weber.de wed.de meb.de comcat.org
    naver.co.kr att.com att.company sfr.re 126.con.net localhost mail web live
    microsoft.com apple.com google.com amazon.com debian.org mit.edu stanford.edu bbc.co.uk`),
  )('%s, somebody’s own', (domain) => expect(meant(domain)).toBeUndefined())

  test.each(
    words(`mail.gmial.com gmial.com.company.net gmail.company.net gmail.com.company.net yahoo.pop3.company.in
    hotmial.company.com smtp.gmail.com`),
  )('%s: a part of a name is no slip of the whole', (domain) => expect(meant(domain)).toBeUndefined())
})

describe('a top-level domain that does not exist is a slip of one that does', () => {
  test.each([
    ['smith-plumbing.com', 'con cmo comm ocm vom xom cpm coom c0m clom colm comj comn'],
    ['smith-plumbing.net', 'nett nte ent ney neet'],
    ['smith-plumbing.org', 'ogr orgg or og prg'],
    ['smith-plumbing.de', 'ed dee'],
    ['smith-plumbing.co.uk', 'couk co.ukk co.ku'],
    ['smith-plumbing.com.br', 'combr com.brr'],
    ['smith-plumbing.info', 'infoo inof ifno'],
  ])('%s: %s', (domain, endings) => {
    const typed = words(endings).map((ending) => `smith-plumbing.${ending}`)
    expect(typed.map((each) => [each, meant(each)])).toEqual(typed.map((each) => [each, domain]))
  })

  test('below a subdomain, too', () => expect(meant('mail.smith-plumbing.cmo')).toBe('mail.smith-plumbing.com'))

  test.each(words('co cm om cam net ne et za mobi museum zip de io ai com.co coop xn--p1ai'))(
    '.%s exists, and is left alone',
    (ending) => expect(meant(`smith-plumbing.${ending}`)).toBeUndefined(),
  )

  test.each(
    words('test example invalid localhost local internal onion lan home corp intranet localdomain qzx xyzzyx 123'),
  )('.%s is reserved, private, or near nothing', (ending) => expect(meant(`smith-plumbing.${ending}`)).toBeUndefined())

  test('every suggestion has a real top-level domain, and is no slip itself', () =>
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12}$/), fc.stringMatching(/^[a-z]{2,6}$/), (name, ending) => {
        const answer = meant(`${name}.${ending}`)
        if (answer === undefined) return
        expect(parse(answer).isIcann).toBe(true)
        expect(meant(answer)).toBeUndefined()
      }),
      { numRuns: 2000 },
    ))
})

describe('how often real mail domains are questioned', () => {
  const packaged = readPackagedLists()
  const entries = (code: string) => new Set(packaged.find((list) => list.code === code)?.entries)
  const [emailProviders, freeDomains] = [entries('e'), entries('f')]
  const agreed = [...emailProviders].filter((domain) => freeDomains.has(domain))
  const real = agreed.filter((domain) => lists.domainFacts(domain).disposable === undefined)

  test('at most 3 in 1,000, even if no list vouched for them', () => {
    const slipOf = createTypos(readCurated('typo-targets'), readCurated('providers'))
    const questioned = real.filter((domain) => slipOf(domain) !== undefined)
    expect(real.length).toBeGreaterThan(3000)
    expect(questioned.length / real.length).toBeLessThanOrEqual(0.003)
  })

  test('none but curated typos, with the lists', () => {
    const typos = readCuratedNames('typo-domains')
    const known = [...emailProviders, ...freeDomains].filter((domain) => !lists.domainFacts(domain).disposable)
    const questioned = known.filter((domain) => meant(domain) !== undefined && !typos.has(domain))
    expect(questioned.filter((domain) => lists.domainFacts(domain).free)).toEqual([])
    expect(questioned.length / known.length).toBeLessThanOrEqual(0.003)
  })
})

describe('a suggestion', () => {
  const providers = readCuratedNames('providers')
  const names = readCurated('typo-targets').map((line) => line.split('.')[0])
  const big = [...providers].filter((domain) => names.includes(domain.split('.')[0]))

  test('is never a slip of another domain', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...big),
        fc.nat(),
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz.-0'),
        (domain, at, key) => {
          const i = at % domain.length
          for (const typed of [
            domain.slice(0, i) + domain.slice(i + 1),
            domain.slice(0, i) + key + domain.slice(i),
            domain.slice(0, i) + key + domain.slice(i + 1),
          ]) {
            const answer = meant(typed)
            if (answer === undefined) continue
            expect(answer).not.toBe(typed)
            expect(meant(answer)).toBeUndefined()
          }
        },
      ),
      { numRuns: 2000 },
    ))

  test('meets two neighbouring letters swapped in a long name', () =>
    fc.assert(
      fc.property(fc.constantFrom('hotmail', 'outlook', 'googlemail', 'protonmail'), fc.nat(), (name, at) => {
        const i = 1 + (at % (name.length - 2))
        const typed = name.slice(0, i) + name.charAt(i + 1) + name.charAt(i) + name.slice(i + 2)
        fc.pre(typed !== name)
        expect(meant(`${typed}.com`)).toBe(`${name}.com`)
      }),
    ))

  test('for any text is undefined, a provider’s domain, or the same name under a real top-level domain', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const answer = meant(text)
        if (answer === undefined || providers.has(answer)) return
        const name = text.slice(0, text.lastIndexOf('.'))
        expect(answer.startsWith(`${name}.`)).toBe(true)
        expect(parse(answer, { extractHostname: false, validateHostname: false }).isIcann).toBe(true)
      }),
    ))
})
