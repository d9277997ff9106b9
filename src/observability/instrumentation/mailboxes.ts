// Metrics of the questions to mail servers. Without them, there are no such families.
import { createCounter, createHistogram, type Family } from '../../kernel/metrics.js'
import { MAILBOX_RESULTS, type MailboxAnswer, type Mailboxes, SELF_TEST_PARTS } from '../../kernel/ports/mailboxes.js'

/** Counts and times answers that were asked for now. */
export function instrumentMailboxes() {
  const answers = createCounter({
    name: 'mailproof_mailbox_checks_total',
    help: 'Questions to mail servers about a mailbox, by result.',
    labels: ['result'],
    known: MAILBOX_RESULTS.map((result) => [result]),
  })
  const durations = createHistogram({
    name: 'mailproof_mailbox_check_duration_seconds',
    help: 'Time from a question about a mailbox to its answer, including the wait for its turn.',
  })
  const timing = durations.of()
  return {
    onAnswer({ result }: MailboxAnswer, milliseconds: number): void {
      answers.of(result).value++
      timing.observe(milliseconds)
    },
    families: (mailboxes: Mailboxes): readonly Family[] => [
      answers,
      durations,
      ...gauges(mailboxes),
      {
        name: 'mailproof_mailbox_selftest',
        help: 'Whether a part of the self-test is good (1), or has failed, is doubtful or could not be tested (0).',
        type: 'gauge',
        labels: ['part', 'family'],
        samples: () => selfTestSamples(mailboxes),
      },
    ],
  }
}

const gauges = (mailboxes: Mailboxes): Family[] =>
  (
    [
      ['sessions', 'Conversations with mail servers.'],
      ['waiting', 'Questions about mailboxes that wait for their turn.'],
      ['paused', 'Mail operators, networks and domains that are left in peace for now.'],
    ] as const
  ).map(([name, help]) => ({
    name: `mailproof_mailbox_${name}`,
    help,
    type: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: mailboxes.load()[name] }],
  }))

function selfTestSamples(mailboxes: Mailboxes) {
  const findings = mailboxes.selfTest()?.findings ?? []
  return SELF_TEST_PARTS.flatMap((part) =>
    findings
      .filter((finding) => finding.part === part)
      .map(({ family, outcome }) => ({ labels: { part, family: `ipv${family}` }, value: outcome === 'ok' ? 1 : 0 })),
  )
}
