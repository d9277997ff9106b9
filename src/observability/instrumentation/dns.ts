// Metrics of DNS lookups.
import { createCounter, createHistogram, type Family } from '../../kernel/metrics.js'
import type { DnsAnswer, Resolver } from '../../kernel/ports/resolver.js'

type Type = 'mx' | 'a' | 'aaaa'
type Ask<T> = (name: string, signal?: AbortSignal) => Promise<DnsAnswer<T>>

interface DnsInstrumentation {
  /** Counts and times the lookups of a resolver that queries name servers. */
  lookUps(resolver: Resolver): Resolver
  /** Counts requests to the cache in front of it: a request without a lookup was a hit, or joined a lookup in flight. */
  questions(resolver: Resolver): Resolver
  /** Counts an answer that matched no query; `kind` is the kind of mismatch. */
  wrongAnswer(kind: string): void
  readonly families: readonly Family[]
}

/** Error codes with their own label value; the rest share `other`. */
const ERRORS = new Map([
  ['SERVFAIL', 'servfail'],
  ['REFUSED', 'refused'],
])
const OUTCOMES = { found: 'answered', no_data: 'nodata', no_name: 'nxdomain', timeout: 'timeout' }

const TYPES: readonly Type[] = ['mx', 'a', 'aaaa']
const LOOKUP_OUTCOMES = [...Object.values(OUTCOMES), ...ERRORS.values(), 'error', 'given_up']

/** The kinds of wrong answer that the DNS client reports. */
const WRONG_ANSWERS = ['id', 'question', 'case', 'no_question', 'malformed']

const outcomeOf = (answer: DnsAnswer<unknown>): string =>
  answer.outcome === 'error' ? (ERRORS.get(answer.code) ?? 'error') : OUTCOMES[answer.outcome]

export function instrumentDns(): DnsInstrumentation {
  const lookUps = createCounter({
    name: 'mailproof_dns_lookups_total',
    help: 'DNS lookups at name servers, by type and outcome.',
    labels: ['type', 'outcome'],
    known: TYPES.flatMap((type) => LOOKUP_OUTCOMES.map((outcome) => [type, outcome])),
  })
  const durations = createHistogram({
    name: 'mailproof_dns_lookup_duration_seconds',
    help: 'Duration of DNS lookups at name servers, including retries and the wait for a free slot.',
  })
  const wrongAnswers = createCounter({
    name: 'mailproof_dns_wrong_answers_total',
    help: 'Packets from a name server that match no query: forged, or from a faulty server.',
    labels: ['kind'],
    known: WRONG_ANSWERS.map((kind) => [kind]),
  })
  const timing = durations.of()
  let requested = 0
  let missed = 0

  const countedLookUp =
    <T>(type: Type, ask: Ask<T>): Ask<T> =>
    (name, signal) => {
      missed++
      const startedAt = performance.now()
      const answer = ask(name, signal)
      answer.then(
        (known) => {
          lookUps.of(type, outcomeOf(known)).value++
          timing.observe(performance.now() - startedAt)
        },
        () => lookUps.of(type, 'given_up').value++,
      )
      return answer
    }

  const countedRequest =
    <T>(ask: Ask<T>): Ask<T> =>
    (name, signal) => {
      if (!signal?.aborted) requested++
      return ask(name, signal)
    }

  return {
    lookUps: ({ mx, a, aaaa, close }) => ({
      mx: countedLookUp('mx', mx),
      a: countedLookUp('a', a),
      aaaa: countedLookUp('aaaa', aaaa),
      close,
    }),
    questions: ({ mx, a, aaaa, close }) => ({
      mx: countedRequest(mx),
      a: countedRequest(a),
      aaaa: countedRequest(aaaa),
      close,
    }),
    wrongAnswer: (kind) => void wrongAnswers.of(kind).value++,
    families: [
      lookUps,
      durations,
      wrongAnswers,
      {
        name: 'mailproof_dns_cache_requests_total',
        help: 'Requests to the DNS cache; each miss is a lookup.',
        type: 'counter',
        labels: ['result'],
        samples: () => [
          { labels: { result: 'hit' }, value: requested - missed },
          { labels: { result: 'miss' }, value: missed },
        ],
      },
    ],
  }
}
