// What a node of the stand-in says about its cluster, and how it refuses a request that needs the leader.
import { randomUUID } from 'node:crypto'
import { Metadata, status } from '@grpc/grpc-js'
import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import type { ServerLog } from './log.js'

/** A node as its peers see it: `unknown` while an election runs. */
interface Node {
  readonly port: number
  readonly state: 'leader' | 'follower' | 'unknown'
  readonly isAlive: boolean
}

/** What the nodes of a cluster share. */
export interface Cluster {
  readonly log: ServerLog
  nodes(): readonly Node[]
  /** Whether a node takes no calls, whoever leads. */
  isRefusing(port: number): boolean
}

/** What a node says about its cluster. */
export function clusterInfo({ nodes }: Cluster) {
  const { LEADER, FOLLOWER, UNKNOWN } = gossip.MemberInfo.VNodeState
  const states = { leader: LEADER, follower: FOLLOWER, unknown: UNKNOWN }
  const members = nodes().map(({ port, state, isAlive }) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setTimeStamp(String(Date.now()))
      .setState(states[state])
      .setIsAlive(isAlive)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  )
  return new gossip.ClusterInfo().setMembersList(members)
}

/** An error with a code of gRPC. */
export type NodeRefusal = Error & { readonly code: number }

/** Why a node does not serve a request that needs the leader; undefined if it is the leader. */
export function leaderRefusal({ nodes, isRefusing }: Cluster, port: number): NodeRefusal | undefined {
  const leader = nodes().find(({ state }) => state === 'leader')
  if (!leader || isRefusing(port)) return Object.assign(new Error('Server Is Not Ready'), { code: status.UNAVAILABLE })
  if (leader.port === port) return undefined
  const metadata = new Metadata()
  metadata.set('exception', 'not-leader')
  metadata.set('leader-endpoint-host', '127.0.0.1')
  metadata.set('leader-endpoint-port', String(leader.port))
  const error = new Error(`Leader info available: 127.0.0.1:${leader.port}`)
  return Object.assign(error, { code: status.NOT_FOUND, metadata })
}

export const needsLeader = ({ metadata }: { metadata: Metadata }): boolean =>
  metadata.get('requires-leader')[0] === 'true'
