import { describe, expect, test } from '@jest/globals'
import { readCurated, readCuratedNames } from '../../../scripts/lists/curated.js'
import { readPackagedLists } from '../../../scripts/lists/sources.js'
import { loadLists } from '../../../src/features/verification/engine/lists/loadLists.js'
import { createTypos } from '../../../src/features/verification/engine/lists/typos.js'
import fc from '../../support/fastCheck.js'

const lists = loadLists()
const meant = (domain: string) => lists.domainFacts(domain).meant
const words = (text: string) => text.trim().split(/\s+/)

describe('a typo is answered with the intended provider', () => {
  test('for every kind of typo', () => {
    const rows: readonly (readonly [string, string])[] = [
      [
        'gmail.com',
        'gmial.com gmai.com gnail.com gamil.com gmal.com gmil.com gmaill.com gmsil.com gmaik.com ggmail.com',
      ],
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
      ['yahoo.co.uk', 'yaho.co.uk yahoo.uk yahoo.com.uk yahoo.co.ik'],
      ['yahoo.fr', 'yaho.fr yahooo.fr'],
      ['icloud.com', 'iclould.com iclound.com icoud.com iclud.com iclod.com icloud.con icloud.co'],
      ['protonmail.com', 'protonmial.com protonmai.com protomail.com protonmail.con'],
      ['aol.com', 'aol.con aol.cmo'],
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
    ]
    const typos = rows.flatMap(([domain, list]) => words(list).map((typo) => [typo, domain] as const))
    expect(typos.map(([typo]) => [typo, meant(typo)])).toEqual(typos)
  })

  test.each([
    ['yaho.com', 'yahoo.com'],
    ['gmial.com', 'gmail.com'],
    ['gmail.net', 'gmail.com'],
    ['gmail.com.com', 'gmail.com'],
    ['hotmai.com', 'hotmail.com'],
    ['hotmial.com', 'hotmail.com'],
    ['gotmail.com', 'hotmail.com'],
    ['gemail.com', undefined],
    ['aoll.com', undefined],
  ])('whatever a list of disposable domains contains: %s', (domain, provider) =>
    expect(lists.domainFacts(domain)).toMatchObject({ meant: provider, disposable: undefined }),
  )
})

describe('a real domain gets no suggestion', () => {
  test("if it is a provider's", () => {
    const rows =
      words(`gmail.com googlemail.com mail.com email.com ymail.com gmx.com gmx.net gmx.de web.de proton.me pm.me hey.com
    mailbox.org fastmail.com fastmail.fm hotmail.com hotmail.co.uk hotmail.ca live.nl live.co.uk outlook.fr outlook.jp
    yahoo.co.uk yahoo.com.br yahoo.co.jp rocketmail.com aol.de aim.com me.com mac.com msn.com att.net cox.net icloud.com
    qq.com 163.com 126.com sina.com naver.com mail.ru bk.ru list.ru yandex.com ya.ru tut.by wp.pl o2.pl op.pl
    seznam.cz email.cz centrum.cz post.cz free.fr orange.fr sfr.fr neuf.fr libero.it tin.it tim.it virgilio.it
    btinternet.com sky.com virgin.net ntlworld.com t-online.de freenet.de posteo.de tuta.io hush.com inbox.lv abv.bg`)
    expect(rows.filter((domain) => meant(domain) !== undefined)).toEqual([])
  })

  test("if it is somebody's own", () => {
    const rows =
      words(`cloud.com mcloud.com line.me life.com love.com lime.com olive.com like.com mango.com yahoomail.com wahoo.com
    grail.com snail.com trail.com email.org mailchimp.com gmane.org hotels.com hotelmail.de hostmail.net postmail.ch
    topmail.de outlet.com lookout.com outdoors.com organge.com horizon.net ts-online.de mt-online.de tv-online.de
    libro.it liberty.it lapostenet.com protonix.com ao.com all.com apl.com web.dev weber.de wed.de meb.de comcat.org
    naver.co.kr navers.con att.com att.company sfr.re 126.con.net localhost mail web live
    microsoft.com apple.com google.com amazon.com debian.org mit.edu stanford.edu bbc.co.uk`)
    expect(rows.filter((domain) => meant(domain) !== undefined)).toEqual([])
  })

  test('if only part of its name is a typo', () => {
    const rows =
      words(`mail.gmial.com gmial.com.company.net gmail.company.net gmail.com.company.net yahoo.pop3.company.in
    hotmial.company.com smtp.gmail.com`)
    expect(rows.filter((domain) => meant(domain) !== undefined)).toEqual([])
  })
})

describe('the false positives among real mail domains', () => {
  const packaged = readPackagedLists()
  const entries = (code: string) => new Set(packaged.find((list) => list.code === code)?.entries)
  const [emailProviders, freeDomains] = [entries('e'), entries('f')]
  const agreed = [...emailProviders].filter((domain) => freeDomains.has(domain))
  const real = agreed.filter((domain) => lists.domainFacts(domain).disposable === undefined)

  test('are fewer than 5 in 1,000, even without the lists', () => {
    const slipOf = createTypos(readCurated('typo-targets'), readCurated('providers'))
    const questioned = real.filter((domain) => slipOf(domain) !== undefined)
    expect(real.length).toBeGreaterThan(3000)
    expect(questioned.length / real.length).toBeLessThan(0.005)
  })

  test('are curated typos only, with the lists', () => {
    const typos = readCuratedNames('typo-domains')
    const known = [...emailProviders, ...freeDomains].filter((domain) => !lists.domainFacts(domain).disposable)
    const questioned = known.filter((domain) => meant(domain) !== undefined && !typos.has(domain))
    expect(questioned.filter((domain) => lists.domainFacts(domain).free)).toEqual([])
    expect(questioned.length / known.length).toBeLessThan(0.005)
  })
})

describe('a suggestion', () => {
  const providers = readCuratedNames('providers')
  const targets = readCurated('typo-targets').map((line) => line.split(' ')[0] ?? '')
  const big = [...providers].filter((domain) => targets.includes(domain.slice(0, domain.indexOf('.'))))

  test("is always a provider's domain, and never itself a typo of another", () =>
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
            expect(providers.has(answer)).toBe(true)
            expect(answer).not.toBe(typed)
            expect(meant(answer)).toBeUndefined()
          }
        },
      ),
      { numRuns: 2000 },
    ))

  test('covers two swapped neighbouring letters in a long name', () =>
    fc.assert(
      fc.property(fc.constantFrom('hotmail', 'outlook', 'googlemail', 'protonmail'), fc.nat(), (name, at) => {
        const i = 1 + (at % (name.length - 2))
        const typed = name.slice(0, i) + name.charAt(i + 1) + name.charAt(i) + name.slice(i + 2)
        fc.pre(typed !== name)
        expect(meant(`${typed}.com`)).toBe(`${name}.com`)
      }),
    ))

  test("for any text is absent or a provider's domain", () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const answer = meant(text)
        expect(answer === undefined || providers.has(answer)).toBe(true)
      }),
    ))
})
