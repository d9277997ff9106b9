// Soak `kill`: kills the service at random times under load.
import { createChance } from '../../testbed/chance.js'
import { eventually } from '../../testbed/eventually.js'
import { createJournal, type Journal } from '../../testbed/records/journal.js'
import { readLog } from '../../testbed/records/readLog.js'
import { checkAnswers, checkLog } from '../../testbed/records/verificationChecks.js'
import type { ProcessService } from '../../testbed/service/processes.js'
import { start } from '../../testbed/service/start.js'
import { startClients } from './killClients.js'

interface KillOptions {
  readonly cycles: number
  readonly seed: number
  /** Concurrent requests. */
  readonly clients: number
  readonly onCycle?: (cycle: number, journal: Journal) => void
}

interface KillReport {
  readonly accounts: number
  readonly keys: number
  /** Acknowledged verifications. */
  readonly verifications: number
  /** Requests that a kill left without a response. */
  readonly unanswered: number
  /** Verifications in the log. */
  readonly events: number
  /** Empty if nothing was lost or counted twice. */
  readonly problems: readonly string[]
}

/** Number of accounts without limits. */
const UNLIMITED_ACCOUNTS = 4
/** Verifications that each process acknowledges before it is killed: a random number in this range. */
const MIN_VERIFICATIONS = 20
const MAX_VERIFICATIONS = 250
/** For that number: beyond it, the service acknowledges nothing more. */
const PATIENCE_MS = 120_000

/**
 * Repeatedly kills the built service under load with SIGKILL at a random time and restarts it with the same data
 * directory; then compares its state with the responses that its clients received.
 */
export async function runKillCycles(options: KillOptions): Promise<KillReport> {
  const { cycles, seed, clients, onCycle = () => {} } = options
  const chance = createChance(seed)
  const journal = createJournal()
  const service = await start({ where: 'process', env: { LOG_LEVEL: 'warn' } })
  try {
    for (const { id, key } of await service.accounts(UNLIMITED_ACCOUNTS)) journal.accountMade(id, key)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const load = startClients(service.url, clients, journal, chance)
      const target = verificationsIn(journal) + chance.between(MIN_VERIFICATIONS, MAX_VERIFICATIONS)
      await eventually(
        () => verificationsIn(journal),
        (count) => count >= target,
        PATIENCE_MS,
      )
      await service.kill()
      await load.done
      service.dns.forget()
      onCycle(cycle, journal)
      await service.start()
    }
    return await check(service, journal)
  } finally {
    await service.dispose()
  }
}

const verificationsIn = ({ accounts }: Journal): number =>
  [...accounts.values()].reduce((sum, { verified }) => sum + verified.size, 0)

async function check(service: ProcessService, journal: Journal): Promise<KillReport> {
  const answers = await checkAnswers(service.url, journal)
  for (const each of service.processes) await each.stop()
  const log = await checkLog(readLog(service.settings), journal, answers.used)
  const models = await service.operate('projections', 'verify')
  const accounts = [...journal.accounts.values()]
  const sum = (count: (notes: (typeof accounts)[number]) => number) =>
    accounts.reduce((total, notes) => total + count(notes), 0)
  return {
    accounts: accounts.length,
    keys: sum(({ keys }) => keys.size),
    verifications: sum(({ verified }) => verified.size),
    unanswered: sum(({ unanswered }) => unanswered),
    events: log.events,
    problems: [
      ...journal.problems,
      ...answers.problems,
      ...log.problems,
      ...(models.code === 0 ? [] : [`a read model does not match the log: ${models.stdout}${models.stderr}`]),
    ],
  }
}
