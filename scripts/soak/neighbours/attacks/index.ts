import type { Attack } from '../attack.js'
import { badKeys } from './badKeys.js'
import { cancelledBatches } from './cancelledBatches.js'
import { csvBomb } from './csvBomb.js'
import { downloads } from './downloads.js'
import { graphqlAliases } from './graphqlAliases.js'
import { graphqlFullCost } from './graphqlFullCost.js'
import { halfOpenSockets } from './halfOpenSockets.js'
import { hangingWebhooks } from './hangingWebhooks.js'
import { hostileDns } from './hostileDns.js'
import { jsonMembers } from './jsonMembers.js'
import { manyConnections } from './manyConnections.js'
import { sandboxJobs } from './sandboxJobs.js'
import { slowHeaders } from './slowHeaders.js'
import { unchargedWrites } from './unchargedWrites.js'
import { v1Fragments } from './v1Fragments.js'
import { websockets } from './websockets.js'

/** Those that leave work behind come last: a short run has one service for all of them. */
const ATTACKS: readonly Attack[] = [
  v1Fragments,
  graphqlAliases,
  jsonMembers,
  halfOpenSockets,
  slowHeaders,
  manyConnections,
  websockets,
  badKeys,
  csvBomb,
  graphqlFullCost,
  downloads,
  hostileDns,
  unchargedWrites,
  cancelledBatches,
  hangingWebhooks,
  sandboxJobs,
]

export const ATTACK_NAMES: readonly string[] = ATTACKS.map(({ name }) => name)

/** @throws Error when there is no attack of that name */
export function attackOf(name: string): Attack {
  const attack = ATTACKS.find((each) => each.name === name)
  if (!attack) throw new Error(`there is no attack ${name}; there are ${ATTACK_NAMES.join(', ')}`)
  return attack
}
