// A stand-in for a KurrentDB cluster in this process: nodes that die, freeze, restart and elect a leader, over one log.
import { openProxy } from '../storeProxy.js'
import type { Cluster } from './gossip.js'
import { createServerLog } from './log.js'
import { type StandIn, type StandInOptions, startStandIn } from './server.js'

export interface StandInClusterOptions extends Pick<StandInOptions, 'secured' | 'mayWrite' | 'unreadable'> {
  readonly size?: number
  /**
   * From the loss of the leader until there is another one, in milliseconds. During the first half the other nodes still
   * believe in the old one.
   */
  readonly electionMs?: number
}

export type StandInCluster = Awaited<ReturnType<typeof startStandInCluster>>

interface Member {
  readonly server: StandIn
  isRunning: boolean
  isFrozen: boolean
}

const isReachable = ({ isRunning, isFrozen }: Member): boolean => isRunning && !isFrozen

/** Nodes are numbered from 0; the first leader is 0. */
export async function startStandInCluster({ size = 3, electionMs = 1_000, ...options }: StandInClusterOptions = {}) {
  const members: Member[] = []
  let leader: number | undefined = 0
  let election: NodeJS.Timeout | undefined
  let elections = 0
  let isRefusing = false
  let isolated: number | undefined

  const hasMajority = () => members.filter(isReachable).length > size / 2
  const isLed = () => leader !== undefined && isReachable(members[leader]!) && hasMajority()

  const cluster: Cluster = {
    log: createServerLog(Date.now),
    isRefusing: (port) => isRefusing || (isolated !== undefined && port === members[isolated]!.server.port()),
    nodes: () =>
      members.map((member, index) => ({
        port: member.server.port(),
        state: index === leader ? 'leader' : leader === undefined ? 'unknown' : 'follower',
        isAlive: index === leader || isReachable(member),
      })),
  }

  /** Starts an election if the leader is gone, or has no majority any more. */
  function consider(): void {
    if (isLed() || election) return
    election = setTimeout(() => {
      if (!isLed()) leader = undefined
      election = setTimeout(elect, electionMs / 2)
    }, electionMs / 2)
  }

  function elect(): void {
    election = undefined
    if (isLed() || !hasMajority()) return
    const last = elections++ % size
    leader = [...members.keys()].map((index) => (last + 1 + index) % size).find((index) => isReachable(members[index]!))
  }

  for (let index = 0; index < size; index++) {
    const server = await startStandIn({ ...options, cluster })
    members.push({ server, isRunning: true, isFrozen: false })
  }
  /** As a DNS name for all nodes: each new connection reaches the next one that is running. */
  let turn = 0
  const name = await openProxy(() => {
    const running = members.filter(({ isRunning }) => isRunning)
    return { port: running[turn++ % running.length]?.server.port() ?? members[0]!.server.port() }
  })

  const scheme = options.secured ? 'tls=true' : 'tls=false'
  const seeds = members.map(({ server }) => server.address()).join(',')
  return {
    log: cluster.log,
    /** Its connection string, by all members. */
    url: (parameters = scheme) => `kurrentdb://${seeds}?${parameters}`,
    /** Its connection string, by one name for all members. */
    discoverUrl: (parameters = scheme) => `kurrentdb+discover://127.0.0.1:${name.port}?${parameters}`,
    node: (index: number): StandIn => members[index]!.server,
    /** Undefined while no node leads. */
    leader: () => (isLed() ? leader : undefined),
    /** Refuses connections. */
    async kill(index: number): Promise<void> {
      members[index]!.isRunning = false
      await members[index]!.server.stop()
      consider()
    },
    async start(index: number): Promise<void> {
      if (members[index]!.isRunning) throw new Error('it is running')
      await members[index]!.server.restart()
      members[index]!.isRunning = true
      consider()
    },
    /** Stands still; its peers take it for dead. */
    freeze(index: number): void {
      members[index]!.isFrozen = true
      members[index]!.server.freeze()
      consider()
    },
    thaw(index: number): void {
      members[index]!.isFrozen = false
      members[index]!.server.thaw()
      consider()
    },
    /** The leader resigns; the election takes its time. */
    resign(): void {
      leader = undefined
      consider()
    },
    /** The leader resigns, and hears of no other one from then on. */
    isolateLeader(): void {
      isolated = leader
      leader = undefined
      consider()
    },
    /** The leader refuses every call, although the nodes name it. */
    refuse(refuses: boolean): void {
      isRefusing = refuses
    },
    async close(): Promise<void> {
      clearTimeout(election)
      await name.close()
      await Promise.all(members.map(({ server }) => server.close()))
    },
  }
}
