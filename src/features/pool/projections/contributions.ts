import type { Projection } from '../../../eventing/projection.js'
import { type AddressEvent, contributionName, countsAsFirst } from '../events.js'

type ContributionDocument = {
  readonly owner: string
  readonly pool: string
  /** ISO 8601. */
  readonly at: string
  /** The keyed hash of the address; null once the address is forgotten. */
  readonly address: string | null
  readonly credits: number
  readonly unique: boolean
}

/** The individual contributions of each account. Key: pool.account.event. */
export const contributions: Projection<AddressEvent, ContributionDocument> = {
  name: 'contributions',
  version: 3,
  indexes: { byOwner: ['owner', 'pool', 'at', '_id'] },
  times: { at: 'iso' },
  keys: ({ type, data, id }) => {
    switch (type) {
      case 'ValidationContributed':
        return [`${data.pool}.${contributionName(data.account, id)}`]
      case 'AddressForgotten':
        return data.contributions.map((name) => `${data.pool}.${name}`)
      default:
        return []
    }
  },
  begins: ({ type }) => type === 'ValidationContributed',
  apply: (document, { type, data, recordedAt: at }) => {
    if (type === 'AddressForgotten') return document ? { ...document, address: null } : null
    const { account: owner, pool, address, credits } = data
    return { owner, pool, at, address, credits, unique: countsAsFirst(data) }
  },
}
