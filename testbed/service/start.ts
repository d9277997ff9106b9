// Starts the service for a suite, a scenario of soak or a benchmark, with everything it needs.
import type { ServeOptions } from '../../src/composition/index.js'
import { startDnsServer, type Zone } from '../dns/server.js'
import { mailZone } from '../dns/zone.js'
import { openPlace, type Place, placeOf, type Servers, type Shape } from '../stores/place.js'
import { DNS_TIMEOUT_MS, type InProcessService, serveInProcess } from './inProcess.js'
import { type ProcessesOptions, type ProcessService, startProcesses } from './processes.js'
import { buildProgram } from './program.js'
import type { Surroundings } from './service.js'
import { NO_LIMITS, type Settings } from './settings.js'

/** What every service can be started with. */
interface CommonOptions {
  /** Settings; they win over those that `start` chooses, such as DATA_DIR and DNS_SERVERS. */
  readonly env?: Settings
  /** What its DNS server knows; default: `mailZone`. */
  readonly zone?: Zone
  /** Which stores are opened for it; default: LMDB in a new directory, unless `env` names a DATA_DIR. */
  readonly shape?: Shape
  /** Servers of that shape. */
  readonly servers?: Servers
  /** Stores that are already open, and stay open. */
  readonly place?: Place
  /** Whether the limits on writes and new accounts are the product's; by default, nothing reaches them. */
  readonly limited?: boolean
}

export interface InProcessOptions extends CommonOptions, Pick<ServeOptions, 'openStores'> {
  readonly where?: 'inProcess'
}

/** One process that does everything, or several that share stores: two API processes and two workers by default. */
export interface StartProcessesOptions extends CommonOptions, Partial<ProcessesOptions> {
  readonly where: 'process' | 'cluster'
}

const ROLES = {
  process: [{ role: 'all' }],
  cluster: [{ role: 'worker' }, { role: 'worker' }, { role: 'api' }, { role: 'api' }],
} as const

/**
 * Starts the service with its stores and a DNS server on loopback: in this process, or as the built program in one or
 * more processes. What it opens is closed and deleted when the service is stopped.
 */
export function start(options?: InProcessOptions): Promise<InProcessService>
export function start(options: StartProcessesOptions): Promise<ProcessService>
export async function start(
  options: InProcessOptions | StartProcessesOptions = {},
): Promise<InProcessService | ProcessService> {
  if (isInProcess(options)) {
    return opened(options, DNS_TIMEOUT_MS, (surroundings) => serveInProcess(surroundings, options))
  }
  const { where, program } = options
  if (!program) await buildProgram()
  return opened(options, undefined, (surroundings) =>
    startProcesses(surroundings, { processes: ROLES[where], ...options }),
  )
}

const isInProcess = (options: InProcessOptions | StartProcessesOptions): options is InProcessOptions =>
  options.where === undefined || options.where === 'inProcess'

/** Opens what a service needs, and starts it. */
async function opened<S>(
  options: CommonOptions,
  timeoutMs: number | undefined,
  startIn: (surroundings: Surroundings) => Promise<S>,
): Promise<S> {
  const surroundings = await surround(options, timeoutMs)
  try {
    return await startIn(surroundings)
  } catch (error) {
    await surroundings.close()
    throw error
  }
}

async function surround(
  { env = {}, zone, shape, servers, place: given, limited = false }: CommonOptions,
  timeoutMs: number | undefined,
): Promise<Surroundings> {
  const own = given || (env.DATA_DIR !== undefined && !shape) ? undefined : await openPlace(shape, servers)
  const place = given ?? own ?? placeOf(env.DATA_DIR!)
  const dns = await startDnsServer(zone ?? mailZone(timeoutMs))
  let closed: Promise<void> | undefined
  const close = async () => {
    await dns.close()
    await own?.remove()
  }
  return {
    place,
    dns,
    settings: {
      PORT: '0',
      DNS_SERVERS: `${dns.address}:${dns.port}`,
      ...(limited ? {} : NO_LIMITS),
      ...place.settings,
      ...env,
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}
