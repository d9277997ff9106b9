// The attacks that have a name: points of the space, several of them side by side, or special ones.
import type { SpecialAttack, Strikes } from '../attack.js'
import { interpret } from '../attacker/interpreter.js'
import type { AttackerTools } from '../attacker/tools.js'
import { type Point, parsePoint } from '../point/point.js'
import { requestsOf } from '../point/targets.js'
import { cancelledBatches } from './cancelledBatches.js'
import { hangingWebhooks } from './hangingWebhooks.js'
import { hostileMailServers } from './hostileMailServers.js'

/** Points that an attacker carries out side by side are divided by `;`. */
const POINTS: Readonly<Record<string, string>> = {
  'v1-fragments': `length graphql:fragments+graphql:fragments-subscription+graphql:fragments-mutation none 128/65536 burst finished x2 reads;
    websocket graphql:fragments+graphql:fragments-subscription+graphql:fragments-mutation none 128/65536 burst finished x2 reads`,
  'graphql-aliases': `length graphql:aliases free 1800000/65536 burst finished x2 reads;
    length graphql:aliases none 1000000/65536 burst finished x2 reads`,
  'json-members': `length /graphql:members+verifyBulkAgent:members free 13800000/65536 burst finished x2 reads;
    length verifyEmail:members free 1000000/65536 burst finished x1 reads;
    length /graphql:members+createAccount:members none 1000000/65536 burst finished x1 reads`,
  'half-open-sockets':
    'pipelined malformed:upgrade+malformed:control+malformed:long+malformed:no-host none 1024/64 burst held x5000 reads',
  'slow-headers': 'headers getPricing none 15000/1 drip held x2000 reads',
  'many-connections': 'pipelined getLiveness none 128/128 pause finished x6000 reads',
  websockets: 'websocket graphql:subscription none 128/65536 pause finished x5300 reads',
  'bad-keys': 'length verifyEmail unknown 128/65536 burst finished x64 reads',
  'csv-bomb':
    'form uploadBulk:line+uploadBulk:columns+uploadBulk:quotes+uploadBulk:nul+uploadBulk:cells+uploadBulk:rows paid 8000000/65536 burst finished x4 reads',
  'graphql-full-cost':
    'length graphql:batches+graphql:leaderboard+graphql:introspection paid 128/65536 burst finished x8 reads',
  downloads: `pipelined downloadBatch paid 128/65536 burst finished x16 reads;
    pipelined downloadBatch paid 1024/512 burst held x16 never`,
  'hostile-dns': `length verifyEmail:one-hostile paid 128/65536 burst finished x62 reads;
    length verifyBatch:hostile+verifyBulkAgent:hostile-job paid 14000/65536 burst finished x2 reads`,
  'uncharged-writes':
    'length testWebhook+updateWebhook+generateKey+rotateWebhookSecret free 128/65536 burst finished x8 reads',
  'publishable-keys': `length checkEmail:one-hostile publishable 128/65536 burst finished x64 reads;
    length checkEmail foreign 128/65536 burst finished x16 reads;
    length verifyEmail+verifyBatch publishable 128/65536 burst finished x8 reads`,
  'sandbox-jobs': `length verifyBulkAgent:job sandbox 1400000/65536 burst finished x2 reads;
    form uploadBulk:rows sandbox 1400000/65536 burst finished x2 reads`,
}

const SPECIAL: Readonly<Record<string, SpecialAttack>> = {
  'cancelled-batches': cancelledBatches,
  'hanging-webhooks': hangingWebhooks,
  'hostile-mail': hostileMailServers,
}

export const ATTACK_NAMES: readonly string[] = [...Object.keys(POINTS), ...Object.keys(SPECIAL)]

/** The points of an attack; none for a special one. @param attack a name, or points divided by `;` @throws Error if it is neither */
export function pointsOf(attack: string): Point[] {
  if (attack in SPECIAL) return []
  const points = (POINTS[attack] ?? attack).split(';').map(parsePoint)
  for (const point of points) requestsOf(point)
  return points
}

/** Descriptors that an attack may leave in use. */
export const heldAfter = (attack: string): number => SPECIAL[attack]?.held ?? 0

/** What an attack repeats, for each of its points. */
export async function prepareAttack(attack: string, tools: AttackerTools): Promise<Strikes[]> {
  const special = SPECIAL[attack]
  if (special) return [await special.prepare(tools)]
  const strikes: Strikes[] = []
  for (const point of pointsOf(attack)) strikes.push(await interpret(point, tools))
  return strikes
}
