// Events of the signal pool, with plausible values for what a test does not give.
import { createHash } from 'node:crypto'
import type { Contribution } from '../../src/features/pool/decide.js'
import type { PoolUse, SharedResult, ValidationContributed } from '../../src/features/pool/events.js'
import { derivedId } from '../../src/kernel/ids.js'
import { DAY_MS } from '../../src/kernel/time.js'
import { ada } from './accountEvents.js'

/** A pseudonym of an address, as a pool might choose it. */
export const addressNamed = (name: string): string =>
  createHash('sha256').update(name).digest().subarray(0, 16).toString('base64url')

/** The id of an event that might be the cause. */
export const causeId = (name: string): string => derivedId(`cause ${name}`)

/** A deliverable address of example.net; a test overrides what differs. */
export const sharedResult = (differs: Partial<SharedResult> = {}): SharedResult => ({
  address: addressNamed('someone'),
  domain: 'example.net',
  route: 'explicit',
  provider: null,
  valid: true,
  disposable: false,
  role: false,
  checkedAt: '2026-11-21T08:59:58.123Z',
  ttl: 3_600,
  ...differs,
})

/** The contribution of an established account at nine o'clock; a test overrides what differs. */
export const contribution = (differs: Partial<Contribution> = {}): Contribution => ({
  account: ada,
  pool: 'public',
  result: sharedResult(),
  source: 'single',
  cause: causeId('first'),
  group: null,
  standing: { age: 60 * DAY_MS, maturity: 30 * DAY_MS },
  quorum: 1,
  newDomain: false,
  credited: true,
  now: Date.UTC(2026, 10, 21, 9),
  ...differs,
})

/** The first vote of an established account on an unknown address. */
export const contributed = (differs: Partial<ValidationContributed['data']> = {}): ValidationContributed => ({
  type: 'ValidationContributed',
  data: {
    ...sharedResult(),
    pool: 'public',
    account: ada,
    weight: 1_000_000,
    young: false,
    unique: true,
    first: true,
    newDomain: false,
    credits: 2,
    source: 'single',
    cause: causeId('first'),
    group: null,
    ...differs,
  },
})

/** An event with its pool lookup. */
export const using = <E extends { readonly data: object }>(event: E, pool: PoolUse): E => ({
  ...event,
  data: { ...event.data, pool },
})
