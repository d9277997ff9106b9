import { Command } from 'commander'
import { runKillCycles } from './killCycles.js'

const { cycles, seed, clients } = new Command('soak:kill')
  .description(
    'kills the built service under load and starts it again; nothing acknowledged may be lost or counted twice',
  )
  .option('--cycles <n>', 'kills', Number, 50)
  .option('--clients <n>', 'requests under way', Number, 32)
  .option('--seed <n>', 'of the chance', Number, Date.now() % 1_000_000)
  .parse()
  .opts<{ cycles: number; clients: number; seed: number }>()

console.log(`seed ${seed}, ${cycles} cycles, ${clients} clients`)
const { problems, ...counted } = await runKillCycles({
  cycles,
  seed,
  clients,
  onCycle: (cycle, { accounts, problems: found }) =>
    console.log(`killed ${cycle} times; ${accounts.size} accounts, ${found.length} problems so far`),
})
console.log(JSON.stringify(counted, undefined, 2))
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? 'Nothing was lost, nothing counted twice.' : `${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
