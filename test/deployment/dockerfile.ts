import { readText } from '../../testbed/files.js'

export interface Instruction {
  readonly name: string
  /** What follows the name, on one line. */
  readonly text: string
}

/** An instruction COPY. */
export interface Copy {
  readonly from: string | undefined
  readonly chown: string | undefined
  readonly sources: readonly string[]
  readonly target: string
}

/** The stages of a Dockerfile, each a list of instructions; the first holds what precedes FROM. */
export function readDockerfile(path: string): Instruction[][] {
  const stages: Instruction[][] = [[]]
  const lines = readText(path)
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  for (const line of lines) {
    const [, name, text] = /^(\w+)\s+(.*)$/.exec(line)!
    if (name === 'FROM') stages.push([])
    stages.at(-1)!.push({ name: name!, text: text! })
  }
  return stages
}

/** The texts of all instructions of a name. */
export const textsOf = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter((instruction) => instruction.name === name).map(({ text }) => text)

export const copiesOf = (stage: readonly Instruction[]): Copy[] =>
  textsOf(stage, 'COPY').map((text) => {
    const words = text.split(' ')
    const flag = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
    const paths = words.filter((word) => !word.startsWith('--'))
    return { from: flag('from'), chown: flag('chown'), sources: paths.slice(0, -1), target: paths.at(-1)! }
  })

/** The words of an instruction in exec form; options before them are ignored. */
export const execFormOf = (stage: readonly Instruction[], name: string): string[] =>
  JSON.parse(/\[.*\]$/.exec(textsOf(stage, name)[0]!)![0])

/** The environment that the image sets. */
export const environmentOf = (stage: readonly Instruction[]): { readonly [name: string]: string } =>
  Object.fromEntries(textsOf(stage, 'ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))))
