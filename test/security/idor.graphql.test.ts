// Object access over GraphQL: another account's ids are like unknown ones, for every field.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { buildSchema } from 'graphql'
import { rawSocket } from '../../testbed/callers/graphqlSocket.js'
import { type OtherCaller, openOtherCallers } from './support/callers.js'
import { comparable, withNames } from './support/compare.js'
import { type IdentifyingField, identifyingFields } from './support/graphqlFields.js'
import { makeOwner, type Owner } from './support/holdings.js'
import type { Ids } from './support/kinds.js'
import { pairsOf } from './support/pairs.js'
import { openScene, type Scene } from './support/scene.js'
import { stateOf } from './support/untouched.js'

const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
const { fields, problems } = identifyingFields(schema)
const named = fields.map((field) => [field.coordinate, field] as const)
const deletes = ([coordinate]: (typeof named)[number]): boolean => coordinate.includes('.delete')
/** Fields that delete a resource come last, because the others need it. */
const deletesLast = [...named.filter((each) => !deletes(each)), ...named.filter(deletes)]

let scene: Scene
let owner: Owner
let callers: OtherCaller[]
let before: Awaited<ReturnType<typeof stateOf>>

beforeAll(async () => {
  scene = await openScene()
  owner = await makeOwner(scene)
  callers = await openOtherCallers(scene, owner)
  before = await stateOf(scene, owner)
})

afterAll(async () => {
  for (const caller of callers ?? []) caller.close()
  await scene?.stop()
})

describe("another account's resource and an unknown one get the same response", () => {
  test.each(named)('%s', async (_, field) => {
    const differences: object[] = []
    for (const caller of callers) {
      // A resource for the fields on the path.
      await caller.own(['batch', 'endpoint'])
      const unknown = new Map<string, Awaited<ReturnType<typeof ask>>>()
      let compared = 0
      for (const holding of owner.holdings.filter((each) => caller.mustNotSee(each))) {
        for await (const { label, existing, never, alike } of pairsOf(field.kinds, holding, caller)) {
          const hers = await ask(field, caller, existing)
          const none = unknown.get(alike) ?? (await ask(field, caller, never))
          unknown.set(alike, none)
          if (!isDeepStrictEqual(hers, none)) differences.push({ who: caller.name, what: label, hers, none })
          compared++
        }
      }
      expect(compared).toBeGreaterThan(0)
    }
    expect(differences).toEqual([])
  })

  test("and the account's resources are unchanged, without any notification", async () => {
    expect(await stateOf(scene, owner)).toEqual(before)
  })
})

describe('the matrix covers existing resources', () => {
  test('knows every argument that can identify a resource', () => {
    expect(problems).toEqual([])
  })

  test('fails for a field with an unknown argument, and passes for a known one', () => {
    const added = (text: string) => identifyingFields(buildSchema(`type Query { a: Int } ${text}`))
    expect(added('type Mutation { endWidget(id: ID!): Int }').problems).toEqual([
      expect.stringMatching(/^add a provider for Mutation\.endWidget\(id:\)/),
    ])
    expect(added('input In { token: String! } type Subscription { ticks(input: In!): Int }').problems).toEqual([
      expect.stringMatching(/^add a provider for Subscription\.ticks\(input: In\.token\)/),
    ])
    const { fields: known } = added('input In { id: ID! } type Mutation { repeatBatch(input: In!): Int }')
    expect(known).toEqual([expect.objectContaining({ kinds: ['batch'] })])
    expect(known[0]!.document).toBe('mutation($v0: In!) { repeatBatch(input: $v0) }')
  })

  // Last, because these calls change the resources.
  test.each(deletesLast)('%s returns something else to the owner', async (_, field) => {
    const itself = { key: owner.key, request: scene.api.request, own: async () => ({}) }
    let differing = 0
    for (const holding of owner.holdings) {
      for await (const { existing, never } of pairsOf(field.kinds, holding, itself)) {
        const [hers, none] = [await ask(field, itself, existing), await ask(field, itself, never)]
        if (!isDeepStrictEqual(hers, none)) differing++
      }
    }
    expect(differing).toBeGreaterThan(0)
  })
})

type Asking = Pick<OtherCaller, 'key' | 'request'>

const ask = (field: IdentifyingField, who: Asking, ids: Ids) =>
  field.operation === 'subscription' ? overSocket(field, who, ids) : overHttp(field, who, ids)

async function overHttp({ document, variables }: IdentifyingField, { key, request }: Asking, ids: Ids) {
  const body = { query: document, variables: variables(ids) }
  const answer = await request('POST', '/graphql', { body, ...(key !== undefined && { key }) })
  // A rate limit would hide the actual response.
  expect([429, 500, 503]).not.toContain(answer.status)
  return comparable(answer, ids)
}

/** The first message, and whether the connection is closed instead. */
async function overSocket({ document, variables }: IdentifyingField, { key }: Asking, ids: Ids) {
  const raw = await rawSocket(scene.api)
  try {
    raw.send({ type: 'connection_init', ...(key !== undefined && { payload: { 'X-API-Key': key } }) })
    const said = () => Promise.race([raw.next(), raw.closed])
    const hello = await said()
    if ('code' in hello) return hello
    raw.send({ type: 'subscribe', id: '1', payload: { query: document, variables: variables(ids) } })
    return withNames(JSON.stringify(await said()), ids)
  } finally {
    raw.socket.terminate()
  }
}
