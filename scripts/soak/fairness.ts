import { Command } from 'commander'
import { runFairness } from './fairnessRun.js'

const MOST_MS = 1_000

const options = new Command('soak:fairness')
  .description('measures how long ten rows of one account take while a large job of another runs')
  .option('--rows <n>', 'of the large job', Number, 200_000)
  .option('--tries <n>', 'small jobs', Number, 10)
  .parse()
  .opts<{ rows: number; tries: number }>()

const onTry = (ms: number, processed: number) => console.log(`${ms} ms, the large job at ${processed}`)
const { times, ...rest } = await runFairness({ ...options, onTry })
const sorted = [...times].sort((one, other) => one - other)
const median = sorted[Math.floor(sorted.length / 2)]!
console.log(JSON.stringify(rest))
console.log(`median ${median} ms, longest ${sorted.at(-1)} ms`)
process.exitCode = median <= MOST_MS && rest.status === 'processing' ? 0 : 1
