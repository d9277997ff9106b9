import DataLoader from 'dataloader'
import type { Caller } from '../../features/accounts/index.js'
import type { BatchView, InputReference, ResultPage, ResultPageQuery } from '../../features/batches/index.js'
import type { DeliveryEdges, DeliveryPageQuery } from '../../features/webhooks/index.js'
import type { GraphqlServices } from './services.js'

/** Batching only: a cache would return stale data to subscriptions and mutations. */
const NO_CACHE = { cache: false } as const

export type Loaders = ReturnType<typeof createLoaders>

/** Batches the reads that the fields of many objects make one by one (DataLoader). */
export const createLoaders = (
  { batches, webhooks }: Pick<GraphqlServices, 'batches' | 'webhooks'>,
  caller: () => Caller,
) => ({
  /** Undefined if the account has no such batch. */
  batches: new DataLoader<string, BatchView | undefined>((ids) => batches.getBatches(caller(), ids), NO_CACHE),
  results: new DataLoader<ResultPageQuery, ResultPage>((queries) => batches.listResults(caller(), queries), NO_CACHE),
  inputs: new DataLoader<InputReference, string | null>((places) => batches.readInputs(caller(), places), NO_CACHE),
  deliveries: new DataLoader<DeliveryPageQuery, DeliveryEdges>(
    (queries) => webhooks.listDeliveriesOfMany(caller(), queries),
    NO_CACHE,
  ),
})
