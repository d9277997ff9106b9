import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIE, startSpoofingServer } from '../../../testbed/dns/spoofingServer.js'
import { figure, type Report } from '../report.js'

export interface SpoofOptions {
  /** Total number of forged responses. */
  readonly answers: number
  /** Forged responses per query, before the genuine one. */
  readonly perQuery: number
  /** Path of another built checkout to attack in the same way. */
  readonly before?: string
}

interface AttackResult {
  readonly name: string
  readonly lookUps: number
  readonly forged: number
  /** Forged responses that the resolver read; 0 for a build that does not count them. */
  readonly read: number
  /** Forged responses that the resolver accepted. */
  readonly accepted: number
  readonly seconds: number
}

type ResolverModule = typeof import('../../../src/adapters/dns/resolver.js')

const QUERY_IDS = 2 ** 16
const NAME = 'victim.example'
const LETTERS = NAME.replace('.', '').length
/** Long enough that no response times out on a busy CPU. */
const TIMEOUT_MS = 60_000

/**
 * Forged responses to lookups whose name, time and port the attacker knows: what remains to be guessed are the query
 * id and the case of the letters of the name (DNS 0x20).
 */
export async function benchSpoof({ answers, perQuery, before }: SpoofOptions): Promise<Report> {
  const results = [await attack('this build', '.', answers, perQuery)]
  if (before !== undefined) results.push(await attack(before, before, answers, perQuery))
  return {
    benchmark: 'Forged DNS responses to the port of a look-up at a known time',
    settings: {
      attacker: 'knows name, time and port, sends from the address of the DNS server; guesses query id and letter case',
      'expected by the query id alone': `${figure(answers / QUERY_IDS)} of ${figure(answers)} accepted`,
      'probability of a guess': `1 in ${figure(QUERY_IDS * 2 ** LETTERS)} (query id and ${LETTERS} letters)`,
    },
    columns: ['', 'look-ups', 'forged responses', 'read', 'accepted', 'seconds'],
    rows: results.map(({ name, lookUps, forged, read, accepted, seconds }) => [
      name,
      lookUps,
      forged,
      read > 0 ? read : '–',
      String(accepted),
      seconds,
    ]),
    targets: [{ what: 'look-ups with a forged result', measured: results[0]!.accepted, atMost: 0 }],
  }
}

async function attack(name: string, checkout: string, answers: number, perQuery: number): Promise<AttackResult> {
  const { href } = pathToFileURL(resolve(checkout, 'dist/adapters/dns/resolver.js'))
  const { createResolver }: ResolverModule = await import(href)
  const server = await startSpoofingServer({ perQuery })
  let read = 0
  let accepted = 0
  let lookUps = 0
  const resolver = createResolver({ servers: [server], timeoutMs: TIMEOUT_MS, onWrongAnswer: () => void read++ })
  const startedAt = performance.now()
  for (; server.forged() < answers; lookUps++) {
    const result = await resolver.a(NAME)
    if (result.outcome !== 'found') throw new Error(`${NAME}: ${result.outcome}`)
    if (result.records.includes(LIE)) accepted++
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const forged = server.forged()
  await resolver.close()
  await server.close()
  return { name, lookUps, forged, read, accepted, seconds }
}
