// Asks scripted mail servers at port 25, by mailproof and by other checkers, in a network namespace that leads nowhere. Prints JSON.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createVerifier } from '../../../src/library/index.js'
import { startDnsServer, type Zone, type ZoneEntry } from '../../../testbed/dns/server.js'
import { startMailServer } from '../../../testbed/mail/server.js'
import { SCENARIOS, type Truth } from './mailScenarios.js'

/** What each checker says about each scenario, in their order. */
export type PeerAnswers = { readonly [checker: string]: readonly Truth[] }

const SMTP_PORT = 25
const DNS_PORT = 53
/** Resolvers that checkers ask, whatever the system says; the namespace has these addresses. */
const RESOLVERS = (process.env.RESOLVERS ?? '').split(' ')
/** The whole of 11.0.0.0/8 belongs to the namespace: public addresses, of which each scenario has a network. */
const addressOf = (scenario: number): string => `11.0.${scenario + 1}.1`
const OWN = '11.0.0.1'
const CLOSED = '11.0.255.1'
const EHLO_NAME = 'probe.mailproof.net'

const domainOf = (scenario: number): string => `peer-${scenario}.net`
const addresses = SCENARIOS.map(({ local = 'ada' }, at) => `${local}@${domainOf(at)}`)

function zone(): Zone {
  const entries: { [name: string]: ZoneEntry } = {
    [EHLO_NAME]: { A: [OWN] },
    '1.0.0.11.in-addr.arpa': { PTR: [EHLO_NAME] },
    'gmail.com': { MX: [[10, 'mx.gmail.com']] },
    'mx.gmail.com': { A: [addressOf(0)] },
  }
  for (const [at, { operator, closed, implicit }] of SCENARIOS.entries()) {
    const domain = domainOf(at)
    const [first, second] = [`mx1.${operator ?? domain}`, `mx2.${domain}`]
    if (implicit) entries[domain] = { A: [addressOf(at)] }
    else
      entries[domain] = {
        MX:
          closed === 'first'
            ? [
                [10, first],
                [20, second],
              ]
            : [[10, first]],
      }
    entries[first] = { A: [closed ? CLOSED : addressOf(at)] }
    entries[second] = { A: [addressOf(at)] }
  }
  return entries
}

async function askOurselves(): Promise<Truth[]> {
  const verifier = createVerifier({ mailboxes: { ehloName: EHLO_NAME } })
  const verdicts = await Promise.all(
    addresses.map((address) => verifier.verify(address, { mailbox: true, mailboxWaitMs: 60_000 })),
  )
  return verdicts.map(({ status, mailbox }) =>
    status === 'invalid' ? 'does not exist' : mailbox?.result === 'exists' ? 'exists' : 'unknown',
  )
}

/** @param command prints yes, no or unknown for each of its arguments, on a line of its own */
async function askPeer(command: string): Promise<Truth[]> {
  const { stdout } = await promisify(execFile)(command, addresses, { timeout: 600_000 })
  const words: { readonly [word: string]: Truth } = { yes: 'exists', no: 'does not exist' }
  return stdout
    .trim()
    .split('\n')
    .map((word) => words[word] ?? 'unknown')
}

for (const resolver of RESOLVERS) await startDnsServer(zone(), resolver, DNS_PORT)
for (const [at, { script, closed }] of SCENARIOS.entries())
  if (closed !== 'only') await startMailServer(script, addressOf(at), SMTP_PORT)

const answers: { [checker: string]: readonly Truth[] } = { mailproof: await askOurselves() }
for (const peer of process.argv.slice(2)) {
  const at = peer.indexOf('=')
  answers[peer.slice(0, at)] = await askPeer(peer.slice(at + 1))
}
console.log(JSON.stringify(answers satisfies PeerAnswers))
process.exit()
