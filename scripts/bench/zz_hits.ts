import { benchPoolHits } from './pool.js'
import { printReport } from './report.js'
printReport(await benchPoolHits({ seconds: 3, rounds: 2, connections: 32, batches: 1, node: process.argv.slice(2) }), false)
