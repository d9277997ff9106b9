import { benchPoolBulk } from './pool.js'
import { printReport } from './report.js'
printReport(await benchPoolBulk({ seconds: 1, rounds: 1, connections: 1, batches: Number(process.argv[2] ?? 1), node: process.argv.slice(3) }), false)
