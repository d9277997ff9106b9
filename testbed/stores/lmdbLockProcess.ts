// A process that starts a transaction on a log and never ends it: `lmdbLockProcess.ts <file>`.
import { writeSync } from 'node:fs'
import { openEnvironment } from '../../src/adapters/lmdb/environment.js'

const environment = openEnvironment(process.argv[2]!)
// It becomes a reader, as services are.
void environment.getKeys({ limit: 1 }).asArray
environment.transactionSync(() => {
  writeSync(1, 'holding\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
