import { createCounter, createHistogram, type Family } from '../../kernel/metrics.js'
import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'

type Type = 'mx' | 'a' | 'aaaa'
type Ask<T> = (name: string, signal?: AbortSignal) => Promise<DnsAnswer<T>>

export interface DnsInstrumentation {
  /** A resolver that asks name servers, counted by what came of it. */
  lookUps(resolver: Resolver): Resolver
  /** The cache in front of it: what is not looked up was answered from there, or by a look-up that was under way. */
  questions(resolver: Resolver): Resolver
  /** Counts an answer that matched no query; `kind` says what was wrong with it. */
  wrongAnswer(kind: string): void
  readonly families: readonly Family[]
}

/** Of errors, which have hundreds of codes, those that operators know by name. */
const ERRORS = new Map([
  ['SERVFAIL', 'servfail'],
  ['REFUSED', 'refused'],
])
const OUTCOMES = { found: 'answered', no_data: 'nodata', no_name: 'nxdomain', timeout: 'timeout' }

const outcomeOf = (answer: DnsAnswer<unknown>): string =>
  answer.outcome === 'error' ? (ERRORS.get(answer.code) ?? 'error') : OUTCOMES[answer.outcome]

export function instrumentDns(): DnsInstrumentation {
  const lookUps = createCounter({
    name: 'mailproof_dns_lookups_total',
    help: 'Look-ups asked of name servers, by type and outcome.',
    labels: ['type', 'outcome'],
  })
  const durations = createHistogram({
    name: 'mailproof_dns_lookup_duration_seconds',
    help: 'Look-ups asked of name servers, with their retries and their wait for a place.',
  })
  const wrongAnswers = createCounter({
    name: 'mailproof_dns_wrong_answers_total',
    help: 'Packets from the address of a name server that answer no query as it was asked: forged, or of a server that errs.',
    labels: ['kind'],
  })
  const timing = durations.of()
  let asked = 0
  let missed = 0

  const lookedUp =
    <T>(type: Type, ask: Ask<T>): Ask<T> =>
    (name, signal) => {
      missed++
      const began = performance.now()
      const answer = ask(name, signal)
      answer.then(
        (known) => {
          lookUps.of(type, outcomeOf(known)).value++
          timing.observe(performance.now() - began)
        },
        () => lookUps.of(type, 'given_up').value++,
      )
      return answer
    }

  const questioned =
    <T>(ask: Ask<T>): Ask<T> =>
    (name, signal) => {
      if (!signal?.aborted) asked++
      return ask(name, signal)
    }

  return {
    lookUps: ({ mx, a, aaaa, close }) => ({
      mx: lookedUp('mx', mx),
      a: lookedUp('a', a),
      aaaa: lookedUp('aaaa', aaaa),
      close,
    }),
    questions: ({ mx, a, aaaa, close }) => ({ mx: questioned(mx), a: questioned(a), aaaa: questioned(aaaa), close }),
    wrongAnswer: (kind) => void wrongAnswers.of(kind).value++,
    families: [
      lookUps,
      durations,
      wrongAnswers,
      {
        name: 'mailproof_dns_cache_requests_total',
        help: 'Questions to the DNS cache; a miss is a look-up.',
        type: 'counter',
        samples: () => [
          { labels: { result: 'hit' }, value: asked - missed },
          { labels: { result: 'miss' }, value: missed },
        ],
      },
    ],
  }
}
