import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../test/support/dnsServer.js'
import { mailZone } from '../../test/support/dnsZone.js'
import { createChance, createJournal, type Journal } from '../../test/support/journal.js'
import { makeAccounts } from './accounts.js'
import { checkAnswers, checkLog } from './killCheck.js'
import { startClients } from './killClients.js'
import { readLog } from './readLog.js'
import { BUILT, type ProcessOptions, runCommand, startServiceProcess } from './serviceProcess.js'

export interface KillOptions {
  readonly cycles: number
  readonly seed: number
  /** Concurrent requests. */
  readonly clients: number
  readonly onCycle?: (cycle: number, journal: Journal) => void
}

export interface KillReport {
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
/** Minimum verifications that each process acknowledges before it is killed. */
const FEWEST = 20
const MOST = 250
/** Poll interval of that count. */
const EVERY_MS = 5

/**
 * Kills the built service under load with SIGKILL at a moment of chance and starts it again, many times over one data
 * directory; then holds what it knows against what its clients were told.
 */
export async function runKillCycles(options: KillOptions): Promise<KillReport> {
  const { cycles, seed, clients, onCycle = () => {} } = options
  const chance = createChance(seed)
  const journal = createJournal()
  const directory = await mkdtemp(join(tmpdir(), 'mailproof-kill-'))
  const dns = await startDnsServer(mailZone())
  const launch: ProcessOptions = {
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
    await makeUnlimited(launch, directory, journal)
    for (let cycle = 1; cycle <= cycles; cycle++) {
      const service = await startServiceProcess(launch)
      const load = startClients(service.url, clients, journal, chance)
      const enough = verificationsIn(journal) + chance.between(FEWEST, MOST)
      while (verificationsIn(journal) < enough) await sleep(EVERY_MS)
      await service.kill()
      await load.done
      dns.forget()
      onCycle(cycle, journal)
    }
    return await check(launch, directory, journal)
  } finally {
    await dns.close()
    await rm(directory, { recursive: true, force: true })
  }
}

const verificationsIn = ({ accounts }: Journal): number =>
  [...accounts.values()].reduce((sum, { verified }) => sum + verified.size, 0)

async function makeUnlimited(launch: ProcessOptions, directory: string, journal: Journal): Promise<void> {
  const service = await startServiceProcess(launch)
  const made = await makeAccounts(service.url, directory, UNLIMITED_ACCOUNTS)
  for (const { id, key } of made) journal.accountMade(id, key)
  await service.stop()
}

async function check(launch: ProcessOptions, directory: string, journal: Journal): Promise<KillReport> {
  const service = await startServiceProcess(launch)
  const answers = await checkAnswers(service.url, journal)
  await service.stop()
  const log = await checkLog(readLog(directory), journal, answers.used)
  const models = await runCommand(launch, ['projections', 'verify'])
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
      ...(models.code === 0 ? [] : [`a read model is not what the log gives: ${models.output}`]),
    ],
  }
}
