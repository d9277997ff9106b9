// Benchmark `mailbox-peers`: who is right about mailboxes at servers that behave as public reports say.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled } from '../../../testbed/service/compiled.js'
import { tempDirectory } from '../../../testbed/tempDirectory.js'
import type { PeerAnswers } from '../environment/mailPeersProcess.js'
import { SCENARIOS, type Truth } from '../environment/mailScenarios.js'
import type { Report } from '../report.js'

interface PeersOptions {
  /** `name=path` of a program that prints yes, no or unknown for each address that it is given. */
  readonly peer: readonly string[]
}

/** Of the system, of Google and of Cloudflare: some checkers ask no other. */
const RESOLVERS = ['127.0.0.1', '8.8.8.8', '8.8.4.4', '1.1.1.1', '1.0.0.1']

/** A namespace whose only interface is loopback: nothing can leave it, whatever a checker connects to. */
const NAMESPACE = `
set -e
ip link set lo up
ip addr add 11.0.0.1/8 dev lo
for resolver in 8.8.8.8 8.8.4.4 1.1.1.1 1.0.0.1; do ip addr add $resolver/32 dev lo; done
mount --bind "$RESOLV_CONF" /etc/resolv.conf
exec "$@"`

export async function benchMailPeers({ peer }: PeersOptions): Promise<Report> {
  const script = compiled('scripts/bench/environment/mailPeersProcess.ts')
  const directory = tempDirectory()
  const resolvConf = join(directory.path, 'resolv.conf')
  try {
    writeFileSync(resolvConf, 'nameserver 127.0.0.1\n')
    const command = ['--net', '--mount', 'sh', '-c', NAMESPACE, 'sh', process.execPath, script, ...peer]
    const env = { ...process.env, RESOLVERS: RESOLVERS.join(' '), RESOLV_CONF: resolvConf }
    const answers = JSON.parse(execFileSync('unshare', command, { env, encoding: 'utf8' })) as PeerAnswers
    return reportOf(answers)
  } finally {
    directory.remove()
  }
}

/** An answer that is not known is none; one that is not so is wrong. */
const judged = (said: Truth, truth: Truth): string =>
  said === truth ? said : said === 'unknown' ? 'no answer' : `WRONG: ${said}`

function reportOf(answers: PeerAnswers): Report {
  const checkers = Object.keys(answers)
  const cells = SCENARIOS.map(({ truth }, at) => checkers.map((checker) => judged(answers[checker]![at]!, truth)))
  const count = (prefix: string) =>
    checkers.map((_, checker) => cells.filter((row) => row[checker]!.startsWith(prefix)).length)
  const wrong = count('WRONG')
  return {
    benchmark: 'Mailboxes at servers that behave as public reports say',
    settings: { servers: SCENARIOS.length },
    columns: ['the server', 'the mailbox', ...checkers],
    rows: [
      ...SCENARIOS.map(({ what, truth }, at) => [what, truth, ...cells[at]!]),
      ['wrong', '', ...wrong],
      ['no answer', '', ...count('no answer')],
    ],
    targets: [
      { what: 'wrong answers of mailproof', measured: wrong[0]!, atMost: 0 },
      { what: 'without an answer', measured: count('no answer')[0]!, atMost: 0 },
    ],
  }
}
