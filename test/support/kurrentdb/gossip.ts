import { randomUUID } from 'node:crypto'
import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import type { ServerLog } from './log.js'

export interface Node {
  readonly port: number
  readonly isLeader: boolean
  readonly isAlive: boolean
}

/** What the nodes of a cluster share. */
export interface Cluster {
  readonly log: ServerLog
  nodes(): readonly Node[]
}

/** What a node says about its cluster. */
export function clusterInfo({ nodes }: Cluster) {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState
  const members = nodes().map(({ port, isLeader, isAlive }) =>
    new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(randomUUID()))
      .setTimeStamp(String(Date.now()))
      .setState(isLeader ? LEADER : FOLLOWER)
      .setIsAlive(isAlive)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
  )
  return new gossip.ClusterInfo().setMembersList(members)
}
