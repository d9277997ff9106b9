import { startStandIn } from '../../../test/support/kurrentdb/server.js'

/* Runs the tests' stand-in for KurrentDB as a process. Prints its URL. */
process.on('SIGTERM', () => process.exit())
console.log((await startStandIn()).directUrl())
