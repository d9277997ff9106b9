import type { CollectionDefinition } from '../../../kernel/ports/documentStore.js'

const byOwner = ['owner', '_id']

export const DELIVERIES: CollectionDefinition = {
  name: 'deliveries',
  indexes: {
    byDue: ['endpoint', 'nextAt', '_id'],
    byEndpoint: ['endpoint', 'createdAt', '_id'],
    byExpiry: ['expiresAt', '_id'],
    byOwner,
  },
  times: { createdAt: 'iso', nextAt: 'milliseconds', expiresAt: 'milliseconds', 'attempts.at': 'iso' },
}

export const CONTENTS: CollectionDefinition = {
  name: 'delivery_contents',
  indexes: { byExpiry: ['expiresAt', '_id'], byOwner },
  times: { expiresAt: 'milliseconds' },
}

export const HEALTH: CollectionDefinition = {
  name: 'webhook_health',
  indexes: { byOwner },
  times: { lastSuccessAt: 'iso', lastFailureAt: 'iso', failingSince: 'milliseconds' },
}
