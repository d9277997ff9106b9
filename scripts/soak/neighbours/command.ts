// The command `soak neighbours`: attacks that are known, or a search for worse ones.
import { type Command, Option } from 'commander'
import { addCommand, numberOption, numbersOption } from '../../support/options.js'
import { ATTACK_NAMES, pointsOf } from './attacks/index.js'
import { KEPT, keep, keptAttacks } from './kept.js'
import { FULL } from './marks.js'
import { memoryBytes } from './memoryLimit.js'
import { nameOf } from './point/point.js'
import { hasCaddy } from './proxy.js'
import { runNeighbours } from './run.js'
import type { SceneOptions } from './scene.js'
import { runSearch } from './search/run.js'
import { worst } from './search/search.js'
import { lineOf, searchTableOf } from './search/table.js'
import { tableOf } from './table.js'

interface Options {
  readonly attack: readonly string[]
  readonly seconds: number
  readonly quiet: number
  readonly runs: number
  readonly shape: '1' | '2'
  readonly memory?: string
  readonly proxy?: 'caddy'
  readonly search?: true
  readonly seed: readonly number[]
  readonly minutes: number
  readonly probe: number
  readonly confirm: boolean
  readonly keep?: true
  readonly json?: true
}

export function addNeighbours(program: Command, mongo: string | undefined): void {
  addCommand(program, 'neighbours', 'Attacks the service while another process measures it for the other accounts', [
    new Option(
      '--attack <attack...>',
      `Attacks: "kept" (what searches have found), "named" (${ATTACK_NAMES.join(', ')}), one of these names, or points such as 'chunked graphql:typename none 1048576/1 burst finished x8 reads'`,
    ).default(['kept']),
    numberOption('--seconds <n>', 'Seconds per attack', 30),
    numberOption('--quiet <n>', 'Seconds without an attack before each', 10),
    numberOption('--runs <n>', 'Runs of each attack, whose median decides', 3),
    new Option('--shape <n>', 'Deployment; 2 needs MONGODB_URL').choices(['1', '2']).default('1'),
    new Option(
      '--memory <size>',
      'Memory of all processes of the service, such as 1g; "container" for the shipped limit',
    ),
    new Option('--proxy <name>', 'The shipped proxy in front of the service').choices(['caddy']),
    new Option('--search', 'Search for the worst attacks, and confirm them'),
    numbersOption('--seed <n,...>', 'Seeds of the search, one after the other', [1]),
    numberOption('--minutes <n>', 'Minutes of the search for each seed', 10),
    numberOption('--probe <n>', 'Seconds of each probe of the search', 3),
    new Option('--no-confirm', 'Do not repeat the worst attacks of the search at full length'),
    new Option('--keep', 'Write the worst attacks of the search to kept.json'),
    new Option('--json', 'Print JSON instead of a table'),
  ]).action(async (options: Options) => {
    if (options.proxy && !hasCaddy()) return console.log('Skipped: caddy is not installed.')
    const scene = sceneOptionsOf(options, mongo)
    const attacks = options.search ? await searchForAttacks(options, scene) : options.attack.flatMap(attacksOf)
    if (!options.search || options.confirm) await runAttacks(attacks, options, scene)
  })
}

/** @throws Error if an option does not fit the others */
function sceneOptionsOf({ shape, memory, proxy }: Options, mongo: string | undefined): SceneOptions {
  if (shape === '2' && !mongo) throw new Error('--shape 2 needs MONGODB_URL')
  return {
    mongo: shape === '2' ? mongo : undefined,
    memory: memory === undefined ? undefined : memoryBytes(memory, shape === '2' ? 2 : 1),
    proxy: proxy !== undefined,
    raised: true,
  }
}

function attacksOf(text: string): readonly string[] {
  if (text === 'kept') return keptAttacks()
  if (text === 'named') return ATTACK_NAMES
  pointsOf(text)
  return [text]
}

async function searchForAttacks(options: Options, scene: SceneOptions): Promise<string[]> {
  const tried = await runSearch({
    ...scene,
    seeds: options.seed,
    searchMs: options.minutes * 60_000,
    probeMs: options.probe * 1_000,
    onTried: (one, seed) => console.error(lineOf(one, seed)),
  })
  const found = worst(tried, KEPT)
  const attacks = found.map(({ point }) => nameOf(point))
  console.log(options.json ? JSON.stringify({ tried, worst: attacks }, undefined, 2) : searchTableOf(found))
  if (options.keep) keep(attacks)
  return attacks
}

async function runAttacks(attacks: readonly string[], options: Options, scene: SceneOptions): Promise<void> {
  const { measured, problems, memory } = await runNeighbours({
    ...scene,
    attacks,
    attackMs: options.seconds * 1_000,
    quietMs: options.quiet * 1_000,
    runs: options.runs,
    shared: false,
    marks: FULL,
    onMeasured: ({ attack }) => console.error(`${attack}: a run is finished.`),
  })
  if (memory) console.error(`Memory: ${memory}`)
  console.log(options.json ? JSON.stringify({ measured, problems }, undefined, 2) : tableOf(measured, FULL))
  for (const problem of problems) console.error(problem)
  console.error(problems.length === 0 ? 'All limits were kept.' : `Problems: ${problems.length}`)
  if (problems.length > 0) process.exitCode = 1
}
