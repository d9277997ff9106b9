// Reads the Compose files of this repository, with their variables substituted.
import { parse } from 'yaml'
import { SETTING_NAMES } from '../src/config.js'
import { readText } from './files.js'

export const COMPOSE_FILES = ['docker-compose.yml', 'compose.embedded.yml'] as const
export type ComposeFile = (typeof COMPOSE_FILES)[number]

/** The file that both of them include. */
export const SHARED_FILE = 'deploy/compose.shared.yml'

export interface ComposeService {
  readonly image: string
  readonly build?: { readonly context: string; readonly args: Variables }
  readonly pull_policy?: string
  readonly profiles?: readonly string[]
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[]
  readonly environment?: Variables
  readonly entrypoint?: readonly string[]
  readonly command?: readonly string[]
  readonly networks?:
    | readonly string[]
    | { readonly [name: string]: { readonly aliases?: readonly string[]; readonly ipv4_address?: string } | null }
  readonly network_mode?: string
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly depends_on?: { readonly [service: string]: { readonly condition: string } }
  readonly healthcheck?: { readonly test?: string | readonly string[]; readonly disable?: boolean }
  readonly restart?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly logging?: { readonly driver: string; readonly options: Variables }
  readonly deploy?: { readonly replicas?: string; readonly resources: { readonly limits: { readonly memory: string } } }
}

export interface Compose {
  readonly services: { readonly [name: string]: ComposeService }
  readonly networks: {
    readonly outer: {
      readonly ipam: { readonly config: readonly [{ readonly subnet: string; readonly ip_range: string }] }
    }
    readonly inner: { readonly internal: boolean }
  }
  readonly volumes: object
}

export type Variables = { readonly [name: string]: string }

/** `${NAME:-default}` without a variable in its default. */
const VARIABLE = /\$\{(\w+):-([^${}]*)\}/

/** Substitutes variables as Compose does, innermost first. An empty one has its default, too. */
function interpolate(text: string, variables: Variables = {}): string {
  let result = text
  for (let match = VARIABLE.exec(result); match; match = VARIABLE.exec(result))
    result = result.replace(match[0], () => variables[match![1]!] || match![2]!)
  return result
}

/** The variables that a Compose file substitutes, with their defaults, those of the included file first. */
export function variablesOf(file: ComposeFile): { readonly name: string; readonly value: string }[] {
  const found: { name: string; value: string }[] = []
  for (const text of [readText(SHARED_FILE), readText(file)])
    for (const [, name] of text.matchAll(/\$\{(\w+)/g))
      found.push({ name: name!, value: interpolate(defaultIn(text, name!)) })
  return found
}

/** The default of a variable, up to the brace that closes it. */
function defaultIn(text: string, name: string): string {
  const start = text.indexOf(`\${${name}:-`) + name.length + 4
  let depth = 1
  let end = start
  for (; depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
  return text.slice(start, end - 1)
}

/** A Compose file, merged with the one it includes, as Compose reads it with these variables. */
export function readCompose(file: ComposeFile, variables: Variables = {}): Compose {
  // Values are substituted after parsing, so that they remain strings.
  const load = (path: string): Compose =>
    parse(
      JSON.stringify(parse(readText(path), { merge: true }), (_key, value: unknown) =>
        typeof value === 'string' ? interpolate(value, variables) : value,
      ),
    )
  const [shared, own] = [load(SHARED_FILE), load(file)]
  return {
    services: { ...shared.services, ...own.services },
    networks: shared.networks,
    volumes: { ...shared.volumes, ...own.volumes },
  }
}

/** The names of a service's networks. */
export const networksOf = ({ networks = [] }: ComposeService): string[] =>
  Array.isArray(networks) ? [...networks] : Object.keys(networks)

export interface Mount {
  readonly source: string
  readonly target: string
  readonly mode: string | undefined
}

/** What a service mounts: named volumes, and paths of the checkout, which begin with a dot. */
export const mountsOf = ({ volumes = [] }: ComposeService): Mount[] =>
  volumes.map((volume) => {
    const [source, target, mode] = volume.split(':')
    return { source: source!, target: target!, mode }
  })

/** The settings, without the second forms of some that name a file with the value (`SECRET_KEY_FILE`). */
export const OWN_SETTINGS: readonly string[] = SETTING_NAMES.filter(
  (name) => !(name.endsWith('_FILE') && SETTING_NAMES.includes(name.slice(0, -'_FILE'.length))),
)
