// Object access over REST: another account's ids are like unknown ones, for every operation.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readDocument } from '../../src/api/contract/document.js'
import type { OpenapiDocument } from '../../src/api/contract/schema.js'
import { resolveReferences } from '../../testbed/contract/resolveReferences.js'
import { type OtherCaller, openOtherCallers } from './support/callers.js'
import { comparable } from './support/compare.js'
import { type Holding, makeOwner, type Owner } from './support/holdings.js'
import { type Ids, NEVER } from './support/kinds.js'
import { pairsOf } from './support/pairs.js'
import { type RestOperation, restCall, restOperations } from './support/restOperations.js'
import { openScene, type Scene } from './support/scene.js'
import { stateOf } from './support/untouched.js'

const { operations, problems } = restOperations(resolveReferences(readDocument()))
const identifying = operations.filter(({ slots }) => slots.length > 0)
const repeatable = operations.filter(({ slots }) => slots.some(({ kind }) => kind === 'idempotencyKey'))

const kindsOf = ({ slots }: RestOperation) => slots.map(({ kind }) => kind)
const idOf = ({ id }: RestOperation): string => id

let scene: Scene
let owner: Owner
let callers: OtherCaller[]
let before: Awaited<ReturnType<typeof stateOf>>

beforeAll(async () => {
  scene = await openScene()
  owner = await makeOwner(scene, repeatable)
  callers = await openOtherCallers(scene, owner)
  before = await stateOf(scene, owner)
})

afterAll(async () => {
  for (const caller of callers ?? []) caller.close()
  await scene?.stop()
})

/** A signed link may be followed by anyone: it replaces a key. */
const isLinkOf = (kinds: readonly string[], { key }: OtherCaller, ids: Ids, { ids: held }: Holding): boolean =>
  key === undefined &&
  kinds.includes('signature') &&
  (['batch', 'expires', 'signature'] as const).every((kind) => ids[kind] === held[kind])

/** Reads first, deletions last. */
const ORDER = ['get', 'post', 'put', 'patch', 'delete']
const gently = [...identifying].sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

describe("another account's resource and an unknown one get the same response", () => {
  test.each(identifying.map((operation) => [idOf(operation), operation] as const))('%s', async (_, operation) => {
    const kinds = kindsOf(operation)
    const differences: object[] = []
    for (const caller of callers) {
      const ask = async (ids: Ids) => {
        const { method, path, ...rest } = restCall(operation, ids)
        return comparable(await caller.request(method, path, rest), ids)
      }
      const unknown = new Map<string, Awaited<ReturnType<typeof ask>>>()
      let compared = 0
      for (const holding of owner.holdings.filter((each) => concerns(each, operation, caller))) {
        for await (const { label, existing, never, alike } of pairsOf(kinds, holding, caller)) {
          if (isLinkOf(kinds, caller, existing, holding)) continue
          const hers = await ask(existing)
          const none = unknown.get(alike) ?? (await ask(never))
          unknown.set(alike, none)
          // A rate limit would hide the actual response.
          expect([429, 500, 503]).not.toContain(hers.status)
          if (!isDeepStrictEqual(hers, none)) differences.push({ who: caller.name, what: label, hers, none })
          compared++
        }
      }
      expect({ who: caller.name, compared }).toEqual({ who: caller.name, compared: expect.any(Number) })
      expect(compared).toBeGreaterThan(0)
    }
    expect(differences).toEqual([])
  })

  test("and the account's resources are unchanged, without any notification", async () => {
    expect(await stateOf(scene, owner)).toEqual(before)
  })
})

describe('the matrix covers existing resources', () => {
  test('knows every parameter that can identify a resource', () => {
    expect(problems).toEqual([])
  })

  test('fails for an operation with an unknown parameter, and passes for a known one', () => {
    const parameter = (name: string) => ({
      name,
      in: 'path' as const,
      required: true,
      schema: { type: 'string' as const },
    })
    const added = (operationId: string, name: string): OpenapiDocument => ({
      servers: [],
      paths: { [`/v1/new/{${name}}`]: { get: { operationId, parameters: [parameter(name)], responses: {} } } },
    })
    expect(restOperations(added('getWidget', 'widgetId')).problems).toEqual([
      expect.stringMatching(/^add a provider for getWidget \(path: widgetId\)/),
    ])
    const known = restOperations(added('getBatchReport', 'batchId'))
    expect(known).toEqual({
      problems: [],
      operations: [expect.objectContaining({ slots: [{ name: 'batchId', in: 'path', kind: 'batch' }] })],
    })
  })

  test('a signed link alone gives access to its download', async () => {
    const download = operations.find(({ id }) => id === 'downloadBatch')!
    const { ids } = owner.holdings.find(({ ids: held }) => held.signature !== undefined)!
    const { method, path } = restCall(download, ids)
    expect((await scene.api.request(method, path)).status).toBe(200)
  })

  // Last, because these calls change the resources.
  test.each(gently.map((operation) => [idOf(operation), operation] as const))(
    '%s accepts the owner',
    async (_, operation) => {
      const kinds = kindsOf(operation)
      const statuses: number[] = []
      for (const { ids, operation: only } of owner.holdings) {
        if ((only ?? operation.id) !== operation.id || !kinds.some((kind) => ids[kind])) continue
        const { method, path, ...rest } = restCall(operation, { ...NEVER, ...ids })
        statuses.push((await scene.api.request(method, path, { key: owner.key, ...rest })).status)
      }
      expect(Math.min(...statuses)).toBeLessThan(300)
    },
  )
})

function concerns(holding: Holding, { id, slots }: RestOperation, caller: OtherCaller): boolean {
  const isAbout = slots.some(({ kind }) => holding.ids[kind] !== undefined)
  return isAbout && caller.mustNotSee(holding) && (holding.operation ?? id) === id
}
