import DataLoader from 'dataloader'
import type { Caller } from '../../features/accounts/index.js'
import type { BatchView, InputPlace, ResultPage, ResultQuestion } from '../../features/batches/index.js'
import type { DeliveryEdges, DeliveryQuestion } from '../../features/webhooks/index.js'
import type { GraphqlServices } from './services.js'

/** They gather and do not remember: a subscription or a mutation would be told of what was. */
const FORGETFUL = { cache: false } as const

export type Loaders = ReturnType<typeof createLoaders>

/** What the fields of many objects ask for one by one is read together. */
export const createLoaders = (
  { batches, webhooks }: Pick<GraphqlServices, 'batches' | 'webhooks'>,
  caller: () => Caller,
) => ({
  /** undefined where there is none of the account's own. */
  batches: new DataLoader<string, BatchView | undefined>((ids) => batches.getBatches(caller(), ids), FORGETFUL),
  results: new DataLoader<ResultQuestion, ResultPage>((asked) => batches.listResults(caller(), asked), FORGETFUL),
  inputs: new DataLoader<InputPlace, string | null>((places) => batches.readInputs(caller(), places), FORGETFUL),
  deliveries: new DataLoader<DeliveryQuestion, DeliveryEdges>(
    (asked) => webhooks.listDeliveriesOfMany(caller(), asked),
    FORGETFUL,
  ),
})
