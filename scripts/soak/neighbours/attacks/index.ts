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

/** Attacks that leave work queued come last, because a short run uses one service for all of them. */
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

/** @throws Error if there is no attack with that name */
export function attackOf(name: string): Attack {
  const attack = ATTACKS.find((each) => each.name === name)
  if (!attack) throw new Error(`Unknown attack ${name}. Attacks: ${ATTACK_NAMES.join(', ')}`)
  return attack
}
