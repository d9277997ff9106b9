import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../testbed/dns/server.js'
import { mailZone } from '../../testbed/dns/zone.js'
import { createChance, createJournal, type Journal } from '../../testbed/records/journal.js'
import { checkAnswers, checkLog } from '../../testbed/records/killCheck.js'
import { readLog } from '../../testbed/records/readLog.js'
import { makeAccounts } from '../../testbed/service/accounts.js'
import { BUILT, type ProcessOptions, runCommand, startServiceProcess } from '../../testbed/service/serviceProcess.js'
import { tempDirectory } from '../../testbed/tempDirectory.js'
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
/** Poll interval of that number. */
const POLL_MS = 5

/**
 * Repeatedly kills the built service under load with SIGKILL at a random time and restarts it with the same data
 * directory; then compares its state with the responses that its clients received.
 */
export async function runKillCycles(options: KillOptions): Promise<KillReport> {
  const { cycles, seed, clients, onCycle = () => {} } = options
  const chance = createChance(seed)
  const journal = createJournal()
  const { path: directory, remove } = tempDirectory()
  const dns = await startDnsServer(mailZone())
  const processOptions: ProcessOptions = {
    program: BUILT,
    env: {
      DATA_DIR: directory,
      DNS_SERVERS: `${dns.address}:${dns.port}`,
      ACCOUNT_CREATIONS_PER_HOUR: '1000000',
      WRITES_PER_MINUTE: '1000000',
      WRITES_PER_DAY: '1000000',
      LOG_LEVEL: 'warn',
    },
  }
  try {
    await createUnlimitedAccounts(processOptions, directory, journal)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const service = await startServiceProcess(processOptions)
      const load = startClients(service.url, clients, journal, chance)
      const target = verificationsIn(journal) + chance.between(MIN_VERIFICATIONS, MAX_VERIFICATIONS)
      while (verificationsIn(journal) < target) await sleep(POLL_MS)
      await service.kill()
      await load.done
      dns.forget()
      onCycle(cycle, journal)
    }
    return await check(processOptions, directory, journal)
  } finally {
    await dns.close()
    remove()
  }
}

const verificationsIn = ({ accounts }: Journal): number =>
  [...accounts.values()].reduce((sum, { verified }) => sum + verified.size, 0)

async function createUnlimitedAccounts(
  processOptions: ProcessOptions,
  directory: string,
  journal: Journal,
): Promise<void> {
  const service = await startServiceProcess(processOptions)
  const accounts = await makeAccounts(service.url, directory, UNLIMITED_ACCOUNTS)
  for (const { id, key } of accounts) journal.accountMade(id, key)
  await service.stop()
}

async function check(processOptions: ProcessOptions, directory: string, journal: Journal): Promise<KillReport> {
  const service = await startServiceProcess(processOptions)
  const answers = await checkAnswers(service.url, journal)
  await service.stop()
  const log = await checkLog(readLog(directory), journal, answers.used)
  const models = await runCommand(processOptions, ['projections', 'verify'])
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
      ...(models.code === 0 ? [] : [`a read model does not match the log: ${models.output}`]),
    ],
  }
}
