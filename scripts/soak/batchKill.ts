import { Command } from 'commander'
import { runBatchKills } from './batchKillCycles.js'

const options = new Command('soak:batch')
  .description('kills the built service in the middle of one upload again and again; every row must be there once')
  .option('--rows <n>', 'of the file', Number, 20_000)
  .option('--kills <n>', 'over the one job', Number, 20)
  .option('--uploads <n>', 'kills in the middle of an upload', Number, 12)
  .option('--delay <ms>', 'how late DNS answers', Number, 1_000)
  .option('--seed <n>', 'of the chance', Number, Date.now() % 1_000_000)
  .parse()
  .opts<{ rows: number; kills: number; uploads: number; delay: number; seed: number }>()

console.log(JSON.stringify(options))
const { problems, ...counted } = await runBatchKills({
  ...options,
  delayMs: options.delay,
  onKill: console.log,
})
console.log(JSON.stringify(counted, undefined, 2))
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Every row is there once, every address was charged once.' : 'There are problems.')
process.exitCode = problems.length === 0 ? 0 : 1
