import { startStandIn } from '../../../testbed/stores/kurrentdb/server.js'

/* Runs the tests' stand-in for KurrentDB as a process. Prints its URL. */
console.log((await startStandIn({ lateShare: 0 })).directUrl())
