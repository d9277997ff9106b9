// Puts the webhooks feature together.
import type { Eventing } from '../../eventing/eventing.js'
import type { AnyProjection } from '../../eventing/projection.js'
import type { Clock } from '../../kernel/clock.js'
import { createKeyedMutex } from '../../kernel/concurrency/keyedMutex.js'
import type { DeriveKey } from '../../kernel/crypto/keyDerivation.js'
import type { Log } from '../../kernel/log.js'
import type { CollectionDefinition, DocumentStore } from '../../kernel/ports/documentStore.js'
import type { Jobs } from '../../kernel/ports/jobs.js'
import type { Outbound } from '../../kernel/ports/outbound.js'
import type { Vault } from '../../kernel/ports/vault.js'
import { createWebhookCreation } from './commands/createWebhook.js'
import { createDeleteWebhook } from './commands/deleteWebhook.js'
import { createDisableWebhook } from './commands/disableWebhook.js'
import { createReplayDeliveries } from './commands/replayDeliveries.js'
import { createResendDelivery } from './commands/resendDelivery.js'
import { createRotateWebhookSecret } from './commands/rotateWebhookSecret.js'
import { createTestWebhook } from './commands/testWebhook.js'
import { createUpdateWebhook } from './commands/updateWebhook.js'
import { CONTENTS, DELIVERIES, HEALTH } from './deliveries/collections.js'
import { createContents } from './deliveries/contents.js'
import { createDeliveries } from './deliveries/deliveries.js'
import { createHealthRecords } from './deliveries/health.js'
import { createStoreDeliveries } from './deliveries/storeDeliveries.js'
import { createSweepDeliveries } from './deliveries/sweepDeliveries.js'
import { createCheckUrl } from './internal/checkUrl.js'
import { createViewDelivery } from './internal/deliveryView.js'
import { createFindDelivery } from './internal/findDelivery.js'
import { createFindEndpoint } from './internal/findEndpoint.js'
import { createFindWebhook } from './internal/findWebhook.js'
import { createWaitUntilVisible } from './internal/waitUntilVisible.js'
import { createAnnounceRecovery } from './notifications/announceRecovery.js'
import type { PresentAnswer } from './notifications/notification.js'
import { createBuildNotifications, type GetEndedBatch } from './notifications/subscribedNotifications.js'
import { webhooks } from './projections/webhooks.js'
import { createCountDeliveries } from './queries/countDeliveries.js'
import { createGetDeliveryBody } from './queries/getDeliveryBody.js'
import { createGetSigningSecret } from './queries/getSigningSecret.js'
import { createGetWebhook } from './queries/getWebhook.js'
import { createListDeliveries } from './queries/listDeliveries.js'
import { createListDeliveriesOfMany } from './queries/listDeliveriesOfMany.js'
import { createListWebhooks, type ListWebhooks } from './queries/listWebhooks.js'
import { createReactor } from './reactors/notifications.js'
import { createReceivers } from './receivers/receiverHealth.js'
import { createAttempt } from './sending/attempt.js'
import { createDeliverJob } from './sending/deliverJob.js'
import { createLargeBodies } from './sending/largeBodies.js'
import type { WebhookOutcome } from './sending/outcome.js'
import { createTargets } from './sending/targets.js'
import { createSecrets } from './signing/secrets.js'

export const webhookProjections: readonly AnyProjection[] = [webhooks]

/** Collections of operational records, which are not in the log. */
export const webhookCollections: readonly CollectionDefinition[] = [DELIVERIES, CONTENTS, HEALTH]

export interface WebhooksDependencies {
  readonly eventing: Eventing
  readonly documents: DocumentStore
  readonly vault: Vault
  readonly outbound: Outbound
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  readonly deriveKey: DeriveKey
  /** A random number from 0 to 1. */
  readonly random: () => number
  /** Version of this program, for the user agent. */
  readonly version: string
  /** How many days deliveries are kept (default: 30). */
  readonly deliveriesDays?: number
  /** Prefix of absolute links. */
  readonly baseUrl: string
  readonly presentAnswer: PresentAnswer
  readonly getEndedBatch: GetEndedBatch
  /** Path and query of a batch's download, valid for a day from now. */
  readonly downloadPathOf: (batch: string) => string
  /** Called with an account whose webhooks have changed. */
  readonly subscribersChanged: (account: string) => void
  /** Counts outcomes, for metrics. */
  readonly count: (outcome: WebhookOutcome) => void
}

/** The list of an account's webhooks, for operator's commands, which deliver nothing. */
export const createWebhookList = (
  dependencies: Pick<WebhooksDependencies, 'eventing' | 'documents' | 'vault'>,
): ListWebhooks => createListWebhooks({ ...dependencies, health: createHealthRecords(dependencies) })

/** Puts the feature's parts together; `index.ts` says what it offers. */
export function wireWebhooks(dependencies: WebhooksDependencies) {
  const deliveries = createDeliveries(dependencies)
  const contents = createContents(dependencies)
  const health = createHealthRecords(dependencies)
  const secrets = createSecrets(dependencies)
  const findWebhook = createFindWebhook(dependencies)
  const viewDelivery = createViewDelivery(dependencies)
  const records = { ...dependencies, deliveries, contents, health, secrets, findWebhook, viewDelivery }

  const waitUntilVisible = createWaitUntilVisible(dependencies)
  const checkUrl = createCheckUrl(dependencies)
  const getWebhook = createGetWebhook(records)
  const findEndpoint = createFindEndpoint(records)
  const findDelivery = createFindDelivery({ ...records, findEndpoint })
  const storeDeliveries = createStoreDeliveries(records)
  const mutex = createKeyedMutex()
  const finders = { getWebhook, findEndpoint, findDelivery }
  const shared = { ...records, ...finders, waitUntilVisible, checkUrl, storeDeliveries, mutex }

  const disableWebhook = createDisableWebhook(shared)
  const announceRecovery = createAnnounceRecovery(shared)
  const attempt = createAttempt({ ...shared, disableWebhook, announceRecovery, largeBodies: createLargeBodies() })
  const receivers = createReceivers(dependencies)
  return {
    createWebhook: createWebhookCreation(shared),
    updateWebhook: createUpdateWebhook(shared),
    deleteWebhook: createDeleteWebhook(shared),
    rotateWebhookSecret: createRotateWebhookSecret(shared),
    testWebhook: createTestWebhook(shared),
    resendDelivery: createResendDelivery(shared),
    replayDeliveries: createReplayDeliveries(shared),
    getWebhook,
    listWebhooks: createListWebhooks(shared),
    getDeliveryBody: createGetDeliveryBody(shared),
    listDeliveries: createListDeliveries(shared),
    countDeliveries: createCountDeliveries(shared),
    listDeliveriesOfMany: createListDeliveriesOfMany(shared),
    getSigningSecret: createGetSigningSecret(shared),
    reactor: createReactor({ ...shared, buildNotifications: createBuildNotifications(dependencies) }),
    deliver: createDeliverJob({ ...shared, receivers, attempt, disableWebhook, targets: createTargets(shared) }),
    receiversTimingOut: receivers.timingOut,
    sweepDeliveries: createSweepDeliveries(shared),
  }
}
