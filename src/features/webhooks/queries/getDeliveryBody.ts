import type { Caller } from '../../accounts/index.js'
import type { Contents } from '../deliveries/contents.js'
import type { FindDelivery } from '../internal/findDelivery.js'

interface GetDeliveryBodyDependencies {
  readonly findDelivery: FindDelivery
  readonly contents: Contents
}

/**
 * The body that a delivery sends, except that a download link in it is signed for this call, as for each attempt.
 * @returns undefined once the body has expired or its account was erased
 */
export type GetDeliveryBody = (caller: Caller, endpoint: string, id: string) => Promise<string | undefined>

export const createGetDeliveryBody =
  ({ findDelivery, contents }: GetDeliveryBodyDependencies): GetDeliveryBody =>
  async (caller, endpoint, id) => {
    const { delivery } = await findDelivery(caller, endpoint, id)
    return contents.open(delivery.document.content)
  }
