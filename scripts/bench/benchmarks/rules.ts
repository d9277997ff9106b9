// Benchmark `rules`: what a set of rules costs, against the verdict that it is evaluated for.
import { createRulesInForce } from '../../../src/features/rules/internal/compiled.js'
import { parseRules } from '../../../src/features/rules/language/parse.js'
import { judgeV1 } from '../../../src/features/verification/engine/policy/v1.js'
import { judgementOf } from '../../../src/features/verification/judgement.js'
import { rule } from '../../../src/features/verification/ruling.js'
import { factsOf } from '../../../testbed/given/facts.js'
import { median, type Report, times } from '../report.js'

interface RulesOptions {
  readonly rules: number
  readonly rounds: number
}

const EVALUATIONS = 20_000
const WARM_UP_ROUNDS = 3
/** Microseconds for fifty rules. */
const TARGET_US = 5
const FOR_RULES = 50

/** Rules of every kind, none of which holds: each is evaluated. */
function rulesOf(count: number): unknown[] {
  const conditions = [
    (index: number) => ({ fact: 'domain', op: 'in', value: [`a${index}.example`, `b${index}.example`] }),
    (index: number) => ({
      all: [
        { fact: 'domain', op: 'under', value: `example${index}.org` },
        { fact: 'status', op: 'eq', value: 'valid' },
      ],
    }),
    (index: number) => ({
      any: [
        { fact: 'provider', op: 'eq', value: `provider${index}` },
        { fact: 'suffix', op: 'eq', value: `tld${index}` },
      ],
    }),
    () => ({ fact: 'reasons', op: 'contains_any', value: ['disposable', 'role_account'] }),
    (index: number) => ({ fact: 'mx', op: 'under', value: `mx${index}.example.com` }),
    () => ({ not: { fact: 'decision', op: 'eq', value: 'allow' } }),
  ]
  return Array.from({ length: count }, (_, index) => ({
    when: conditions[index % conditions.length]!(index),
    action: 'deny',
  }))
}

/** Processor time per call, in microseconds. */
function cost(work: () => unknown): number {
  const before = process.cpuUsage()
  for (let time = 0; time < EVALUATIONS; time++) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / EVALUATIONS
}

/** A decision by rules, beside both policies' verdicts about the same facts, in alternating rounds. */
export async function benchRules({ rules: count, rounds }: RulesOptions): Promise<Report> {
  const facts = factsOf('ada@example.net')
  const rules = createRulesInForce({
    version: 1,
    rules: parseRules(rulesOf(count)),
    allow: undefined,
    deny: undefined,
    hash: () => 0,
  })
  const [verdict, judgement] = [judgeV1(facts), judgementOf(facts)]
  const ruler = { rules, key: 0, at: Date.now() }
  const byRules: number[] = []
  const byPolicies: number[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    const costs = [cost(() => rule(ruler, facts, verdict, judgement)), cost(() => [judgeV1(facts), judgementOf(facts)])]
    if (round < WARM_UP_ROUNDS) continue
    byRules.push(costs[0]!)
    byPolicies.push(costs[1]!)
  }
  const [us, baseline] = [median(byRules), median(byPolicies)]
  return {
    benchmark: `${count} rules, none of which holds, against both policies' verdicts`,
    settings: { rounds, evaluations: EVALUATIONS },
    columns: ['', 'µs', 'ratio'],
    rows: [
      ["both policies' verdicts", baseline, ''],
      [`${count} rules`, us, times(us / baseline)],
    ],
    targets: [{ what: `${count} rules, µs`, measured: us, atMost: (TARGET_US * count) / FOR_RULES }],
  }
}
