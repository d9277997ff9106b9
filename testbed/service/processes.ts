// The built service in processes of its own: one that does everything, or several on the same stores.
import { collect } from '../given/events.js'
import { readLog } from '../records/readLog.js'
import type { Place } from '../stores/place.js'
import { makeAccounts, setLimits } from './accounts.js'
import { type ServiceProcess as Process, type Role, startProcess } from './process.js'
import { BUNDLED, type Ended, runProgram } from './program.js'
import { type Account, type AccountOptions, createCall, type RunningService, type Surroundings } from './service.js'
import type { Settings } from './settings.js'

/** A process of a service, with what only it has. */
export interface ProcessToStart {
  readonly role: Role
  readonly env?: Settings
  readonly nodeOptions?: readonly string[]
}

export interface ProcessesOptions {
  readonly processes: readonly ProcessToStart[]
  /** Options of Node for every process. */
  readonly nodeOptions?: readonly string[]
  /** Arguments of `node` of another build: options and program. */
  readonly program?: readonly string[]
  /** Command that starts Node, for example taskset. */
  readonly commandPrefix?: readonly string[]
}

/** The built service in one or more processes, started with the options of Node of `npm start`. */
export interface ProcessService extends RunningService {
  readonly place: Place
  readonly processes: readonly Process[]
  /** Those that serve the API. `request` and `call` use them in turn. */
  readonly apis: readonly Process[]
  /** The URL of an API process: of another one each time, if there are several. */
  next(): string
  /** New accounts, known to all processes; without limits unless given. */
  accounts(count: number, options?: AccountOptions): Promise<Account[]>
  /** Changes limits or plan as an operator does, and waits until all processes apply them. */
  setLimits(accounts: readonly Account[], options: AccountOptions): Promise<void>
  /** Runs an operator command beside them to its end. */
  operate(...words: readonly string[]): Promise<Ended>
  /** Signals every process to end, in turn with one of the signals. Stores and data stay. */
  end(...signals: NodeJS.Signals[]): Promise<readonly Ended[]>
  /** Kills every process with -9. Stores and data stay. */
  kill(): Promise<void>
  /** Starts as many processes as before, once they have ended. */
  start(): Promise<void>
  /** Starts a process in place of one that has ended. */
  replace(ended: Process): Promise<Process>
  /** Kills every process, and deletes everything that was opened for them. */
  dispose(): Promise<void>
}

export async function startProcesses(
  { place, dns, settings, close }: Surroundings,
  { processes: toStart, nodeOptions = [], program = BUNDLED, commandPrefix = [] }: ProcessesOptions,
): Promise<ProcessService> {
  const processes: Process[] = []
  const run = ({ role, env, nodeOptions: more = [] }: ProcessToStart): Promise<Process> =>
    startProcess({
      role,
      env: { LOG_LEVEL: 'error', ...settings, ...env },
      program: [...nodeOptions, ...more, ...program],
      commandPrefix,
    })
  const apis = () => processes.filter(({ role }) => role !== 'worker')
  let turn = 0
  const next = () => apis()[turn++ % apis().length]!
  const request: RunningService['request'] = (...sent) => next().request(...sent)
  const call = createCall({ request })
  const end = (...signals: NodeJS.Signals[]) =>
    Promise.all(processes.map((each, at) => each.end(signals[at % signals.length]!)))
  const kill = async () => void (await end('SIGKILL'))

  async function start(): Promise<void> {
    const started = await Promise.allSettled(toStart.map(run))
    processes.length = 0
    for (const each of started) if (each.status === 'fulfilled') processes.push(each.value)
    const failed = started.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
    if (!failed) return
    await kill()
    throw failed.reason
  }
  const urls = () => apis().map(({ url }) => url)
  const accounts = (count: number, options?: AccountOptions) => makeAccounts(urls(), settings, count, options)

  await start()
  return {
    place,
    dns,
    settings,
    processes,
    get url() {
      return apis()[0]!.url
    },
    get apis() {
      return apis()
    },
    next: () => next().url,
    request,
    call,
    account: async (options) => (await accounts(1, options))[0]!,
    accounts,
    setLimits: (of, options) => setLimits(urls(), settings, of, options),
    usage: async (key) => (await call('getUsage', { key })).body.current_month,
    events: async (stream) => (await collect(readLog(settings))).filter((event) => event.stream === stream),
    operate: (...words) => runProgram(words, settings, program),
    end,
    kill,
    start,
    async replace(ended) {
      const at = processes.indexOf(ended)
      processes[at] = await run(toStart[at]!)
      return processes[at]
    },
    async stop() {
      try {
        await Promise.all(processes.map((each) => each.stop()))
      } finally {
        await close()
      }
    },
    async dispose() {
      await kill()
      await close()
    },
  }
}
