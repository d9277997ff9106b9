import { type Compose, networksOf } from '../../../testbed/composeFiles.js'

export interface Container {
  readonly service: string
  readonly address: string
  /** What Docker's DNS calls it. */
  readonly names: readonly string[]
}

/** The containers of some services of a Compose file: as many as it wants of each, with addresses that Docker may assign. */
export function containersOf({ services, networks }: Compose, names: readonly string[]): Container[] {
  const [{ ip_range }] = networks.outer.ipam.config
  const [, prefix, first] = /^(.*)\.(\d+)\/\d+$/.exec(ip_range)!
  return names
    .flatMap((name) => Array.from({ length: Number(services[name]!.deploy?.replicas ?? 1) }, () => name))
    .map((service, index) => ({
      service,
      address: `${prefix}.${Number(first) + 1 + index}`,
      names: namesOf(services[service]!, service),
    }))
}

function namesOf(service: Compose['services'][string], name: string): string[] {
  const joined = Array.isArray(service.networks) ? {} : (service.networks as Record<string, { aliases?: string[] }>)
  return [name, ...networksOf(service).flatMap((network) => joined[network]?.aliases ?? [])]
}
