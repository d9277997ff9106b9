import { startStandIn } from '../../test/support/kurrentdb/server.js'

/** The tests' stand-in for KurrentDB as a process of its own. Prints its URL. */
console.log((await startStandIn()).url())
