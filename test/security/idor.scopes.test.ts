// Object access by keys of every scope: what a key may not do says nothing about what exists.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import { SCOPES, type Scope } from '../../src/features/accounts/index.js'
import { client } from '../../testbed/callers/client.js'
import { codeOf } from '../../testbed/contract/answers.js'
import { resolveReferences } from '../../testbed/contract/resolveReferences.js'
import { comparable } from './support/compare.js'
import { type Holding, makeOwner, type Owner } from './support/holdings.js'
import type { Ids } from './support/kinds.js'
import { pairsOf } from './support/pairs.js'
import { type RestOperation, restCall, restOperations } from './support/restOperations.js'
import { openScene, type Scene } from './support/scene.js'
import { OPERATIONS_OF } from './support/scopes.js'
import { stateOf } from './support/untouched.js'

const ORIGIN = 'https://shop.example'
const { operations } = restOperations(resolveReferences(readDocument()))
const identifying = operations.filter(({ slots }) => slots.length > 0)

type Holder = Scope | 'publishable'
type Keys = readonly (readonly [holder: Holder, key: string])[]

let scene: Scene
let owner: Owner
let before: Awaited<ReturnType<typeof stateOf>>
/** Of account A, and of another account. */
let own: Keys
let others: Keys
let callers: ReturnType<typeof client>

beforeAll(async () => {
  scene = await openScene()
  owner = await makeOwner(scene)
  const { key } = await scene.api.account({ plan: 'growth', perMinute: 100_000 })
  ;[own, others] = await Promise.all([keysOf(owner.key), keysOf(key)])
  callers = client(scene.api.url)
  before = await stateOf(scene, owner)
})
afterAll(async () => {
  callers?.close()
  await scene?.stop()
})

async function keysOf(key: string): Promise<Keys> {
  const made: [Holder, string][] = []
  // A has other keys, too, and an account has at most ten.
  for (const scope of SCOPES) made.push([scope, (await scene.api.generate(key, { scopes: [scope] })).key])
  made.push(['publishable', (await scene.api.generate(key, { publishable: true, origins: [ORIGIN] })).key])
  return made
}

const mayCall = (holder: Holder, { id }: RestOperation): boolean =>
  holder !== 'publishable' && (OPERATIONS_OF[holder] as readonly string[]).includes(id)

/** What of A's this operation is about, and unknown ids of the same kind. */
async function pairOf({ slots }: RestOperation): Promise<{ existing: Ids; never: Ids } | undefined> {
  const kinds = slots.map(({ kind }) => kind)
  const isAbout = ({ ids }: Holding) => kinds.every((kind) => ids[kind] !== undefined)
  const holding = owner.holdings.find(isAbout) ?? owner.holdings.find(({ ids }) => kinds.some((kind) => ids[kind]))
  if (!holding) return undefined
  for await (const pair of pairsOf(kinds, holding, { own: async () => ({}) })) return pair
  return undefined
}

describe.each([
  ["A's own keys", () => own.map((key) => [...key, true] as const)],
  ["another account's keys", () => others.map((key) => [...key, false] as const)],
])('%s', (_, keys) => {
  test.each(identifying.map((operation) => [operation.id, operation] as const))(
    'learn nothing from %s that their scope does not allow',
    async (_, operation) => {
      const pair = await pairOf(operation)
      for (const [holder, key, isOwn] of keys()) {
        const ask = async (ids: Ids) => {
          const { method, path, headers, ...rest } = restCall(operation, ids)
          return callers.request(method, path, { ...rest, key, headers: { ...headers, Origin: ORIGIN } })
        }
        const allowed = mayCall(holder, operation)
        // A's own key of the scope is the owner, who may do it: the other matrix covers that.
        if (!pair || (allowed && isOwn)) continue
        const [hers, none] = [await ask(pair.existing), await ask(pair.never)]
        expect({ holder, forbidden: codeOf(hers) === 'INSUFFICIENT_SCOPE' }).toEqual({ holder, forbidden: !allowed })
        const same = isDeepStrictEqual(comparable(hers, pair.existing), comparable(none, pair.never))
        expect({ holder, same }).toEqual({ holder, same: true })
      }
    },
  )
})

test("A's resources are unchanged, without any notification", async () => {
  expect(await stateOf(scene, owner)).toEqual(before)
})
