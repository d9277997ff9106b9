import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIE, startSpoofingServer } from '../../test/support/spoofingServer.js'
import { figure, type Report } from './report.js'

export interface SpoofOptions {
  /** Total number of forged responses. */
  readonly answers: number
  /** Forged responses per query, before the genuine one. */
  readonly perQuery: number
  /** Path of another built checkout to attack in the same way. */
  readonly before?: string
}

interface Attacked {
  readonly name: string
  readonly lookUps: number
  readonly forged: number
  /** Forged answers that the resolver read; unknown of a build that does not count them. */
  readonly read: number
  readonly won: number
  readonly seconds: number
}

type Module = typeof import('../../src/adapters/dns/resolver.js')

const IDS = 2 ** 16
const NAME = 'victim.example'
const LETTERS = NAME.replace('.', '').length
/** Long enough that no response times out on a busy CPU. */
const TIMEOUT_MS = 60_000

/**
 * Forged answers against look-ups whose name, moment and port the attacker knows: what is left to guess is the id and
 * the case of the name.
 */
export async function benchSpoof({ answers, perQuery, before }: SpoofOptions): Promise<Report> {
  const attacked = [await attack('this build', '.', answers, perQuery)]
  if (before !== undefined) attacked.push(await attack(before, before, answers, perQuery))
  return {
    benchmark: 'Forged answers at the port of a look-up, at a known moment',
    settings: {
      'the attacker': 'sees name, moment and port, sends from the address of the DNS server; guesses id and case',
      'expected by id alone': `${figure(answers / IDS)} won of ${figure(answers)}`,
      'chance of a guess': `1 in ${figure(IDS * 2 ** LETTERS)} (id and ${LETTERS} letters)`,
    },
    columns: ['', 'look-ups', 'forged answers', 'read', 'won', 'seconds'],
    rows: attacked.map(({ name, lookUps, forged, read, won, seconds }) => [
      name,
      lookUps,
      forged,
      read > 0 ? read : '–',
      String(won),
      seconds,
    ]),
    targets: [{ what: 'look-ups deceived', measured: attacked[0]!.won, atMost: 0 }],
  }
}

async function attack(name: string, checkout: string, answers: number, perQuery: number): Promise<Attacked> {
  const { href } = pathToFileURL(resolve(checkout, 'dist/adapters/dns/resolver.js'))
  const { createResolver }: Module = await import(href)
  const server = await startSpoofingServer({ perQuery })
  let read = 0
  let won = 0
  let lookUps = 0
  const resolver = createResolver({ servers: [server], timeoutMs: TIMEOUT_MS, onWrongAnswer: () => void read++ })
  const began = performance.now()
  for (; server.forged() < answers; lookUps++) {
    const answer = await resolver.a(NAME)
    if (answer.outcome !== 'found') throw new Error(`${NAME}: ${answer.outcome}`)
    if (answer.records.includes(LIE)) won++
  }
  const seconds = (performance.now() - began) / 1_000
  const forged = server.forged()
  await resolver.close()
  await server.close()
  return { name, lookUps, forged, read, won, seconds }
}
