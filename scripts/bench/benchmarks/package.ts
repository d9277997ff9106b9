import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ROOT } from '../../../testbed/files.js'
import { clientBytes, MAX_CLIENT_BYTES } from '../../package/clientSize.js'
import { startImmediateDns } from '../environment/dnsServers.js'
import { median, type Report } from '../report.js'

export interface PackageOptions {
  readonly rounds: number
}

interface Measured {
  readonly importMs: number
  /** From the import. */
  readonly firstMs: number
  readonly memoryMb: number
  readonly perSecond: number
}

const MAX_FIRST_VERDICT_MS = 200
const SCRIPT = fileURLToPath(new URL('../environment/firstVerdictProcess.mjs', import.meta.url))

/** What library mode costs a program that imports it, and the size of the client. */
export async function benchPackage({ rounds }: PackageOptions): Promise<Report> {
  const dns = await startImmediateDns()
  const measured: Measured[] = []
  try {
    for (let round = 0; round < rounds; round++) measured.push(await measure(dns.port))
  } finally {
    await dns.stop()
  }
  const medianOf = (figure: keyof Measured): number => median(measured.map((each) => each[figure]))
  const kilobytes = clientBytes(join(ROOT, 'dist/client')) / 1_024
  return {
    benchmark: 'Library mode and client',
    settings: { rounds: `${rounds} processes; medians`, DNS: dns.name },
    columns: ['', 'measured'],
    rows: [
      ['import, ms', medianOf('importMs')],
      ['import until the first verdict, ms', medianOf('firstMs')],
      ['memory after the first verdict, MB RSS', medianOf('memoryMb')],
      ['cached verdicts/s', medianOf('perSecond')],
      ['client, minified and compressed, KB', kilobytes],
    ],
    targets: [
      { what: 'import until the first verdict, ms', measured: medianOf('firstMs'), atMost: MAX_FIRST_VERDICT_MS },
      { what: 'client, KB', measured: kilobytes, atMost: MAX_CLIENT_BYTES / 1_024 },
    ],
  }
}

async function measure(dnsPort: number): Promise<Measured> {
  const library = pathToFileURL(join(ROOT, 'dist/library/index.js')).href
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, library, String(dnsPort)])
  return JSON.parse(stdout) as Measured
}
