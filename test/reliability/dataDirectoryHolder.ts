/** A process that holds a data directory until it is killed: `dataDirectoryHolder.ts <path>` */
import { openDataDirectory } from '../../src/adapters/dataDirectory/dataDirectory.js'

try {
  openDataDirectory(process.argv[2]!, { hold: true })
  process.stdout.write('held\n')
  setInterval(() => {}, 60_000)
} catch (error) {
  process.stdout.write(`${(error as Error).name}: ${(error as Error).message}\n`)
}
